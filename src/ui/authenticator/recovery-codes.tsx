import { useRef } from 'react';
import { CopyButton } from '../controls/copy-button.tsx';
import { authenticatorMessages } from './messages.ts';
import styles from './recovery-codes.module.css';

interface RecoveryCodesProps {
  readonly organization: string;
  readonly codes: readonly string[];
}

/** Shows the recovery codes, to copy or to download as a text file (R10.4). */
export function RecoveryCodes({ organization, codes }: RecoveryCodesProps) {
  const list = useRef<HTMLUListElement>(null);
  const file = authenticatorMessages.file(organization, codes);
  return (
    <div className={styles.codes}>
      <ul className={styles.list} ref={list} translate="no">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className={styles.actions}>
        <CopyButton text={codes.join('\n')} label={authenticatorMessages.copyCodes} source={list} />
        <a
          className={styles.download}
          aria-label={authenticatorMessages.downloadCodes}
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(file)}`}
          download={authenticatorMessages.fileName}
        >
          {authenticatorMessages.download}
        </a>
      </div>
    </div>
  );
}
