import { useRef } from 'react';
import { PRODUCT_NAME } from '#src/brand/brand.ts';
import button from '../controls/button.module.css';
import { CopyButton } from '../controls/copy-button.tsx';
import summary from '../styles/summary.module.css';
import styles from './enrolment-steps.module.css';
import { authenticatorMessages } from './messages.ts';

/** A long key is read and typed in groups of four. */
const GROUPS = /.{1,4}/g;

interface EnrolmentStepsProps {
  /** Names the account in the authenticator app. */
  readonly organization: string;
  readonly enrolment: {
    readonly secret: string;
    /** A `data:` address of an image. */
    readonly qrCode: string;
  };
}

/** Shows the secret of an enrolment as a link for an app on the same device, as QR code and as text (R10.4). */
export function EnrolmentSteps({ organization, enrolment }: EnrolmentStepsProps) {
  const { secret } = enrolment;
  const key = useRef<HTMLElement>(null);
  return (
    <div className={styles.steps}>
      <p className={styles.app}>{authenticatorMessages.app}</p>
      <a
        className={[button.button, button.primary, button.wide, styles.open].join(' ')}
        href={otpauthUrl(organization, secret)}
      >
        {authenticatorMessages.openApp}
      </a>
      <p className={styles.notOpened}>
        {`${authenticatorMessages.notOpened} ${authenticatorMessages.keyChanges}`}
      </p>
      {/* A phone cannot scan its own screen. */}
      <details className={styles.scan} open={!window.matchMedia('(pointer: coarse)').matches}>
        <summary className={`${summary.summary} ${styles.summary}`}>
          {authenticatorMessages.showQrCode}
        </summary>
        <p className={styles.text}>{authenticatorMessages.scan}</p>
        <img
          className={styles.qrCode}
          src={enrolment.qrCode}
          alt={authenticatorMessages.qrCode}
          width={192}
          height={192}
        />
      </details>
      <div className={styles.manual}>
        <p className={styles.text}>{authenticatorMessages.secretLabel}</p>
        <div className={styles.secret}>
          <code className={styles.key} ref={key} translate="no">
            {/* The gap is a margin, so that a copied selection has no spaces. */}
            {secret.match(GROUPS)?.map((group, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a key can repeat a group.
              <span key={index}>{group}</span>
            ))}
          </code>
          <CopyButton text={secret} label={authenticatorMessages.copySecret} source={key} />
        </div>
        <p className={styles.keyChanges}>{authenticatorMessages.keyChanges}</p>
      </div>
    </div>
  );
}

/** What authenticator apps read: the account's name and the secret (the Key URI format). */
function otpauthUrl(organization: string, secret: string): string {
  const issuer = encodeURIComponent(PRODUCT_NAME);
  const account = encodeURIComponent(organization);
  return `otpauth://totp/${issuer}:${account}?secret=${secret}&issuer=${issuer}`;
}
