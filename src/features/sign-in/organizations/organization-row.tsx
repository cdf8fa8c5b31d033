import { memo, type ReactNode, useEffect, useRef } from 'react';
import type { DiscoveredOrganization } from '#machines/auth/auth.types.ts';
import type { Organization } from '#machines/rules/organization.ts';
import { Spinner } from '#src/ui/spinner.tsx';
import { messages } from '../messages.ts';
import styles from './organization-row.module.css';

interface OrganizationRowProps {
  readonly organization: Organization;
  readonly follows: DiscoveredOrganization['follows'];
  /** Whether it is the one that was used last, where there are others. */
  readonly lastUsed: boolean;
  /** What went wrong with it, said in its place. */
  readonly trouble: ReactNode;
  /** What is going on for this organization, in words. */
  readonly busy: string | null;
  /** Something is going on for another one. */
  readonly resting: boolean;
  /** Whether this is the row that Tab leads to. */
  readonly current: boolean;
  readonly onChoose: (organization: Organization) => void;
}

/** One organization to choose: name, @slug, and what is known to follow. It is busy in its own place. */
export const OrganizationRow = memo(function OrganizationRow(props: OrganizationRowProps) {
  const { organization, follows, lastUsed, trouble, busy, resting, current, onChoose } = props;
  const button = useRef<HTMLButtonElement>(null);
  const still = busy !== null || resting;

  useEffect(() => {
    // What was typed chose this row: its field is gone, and the focus goes on here.
    if (busy !== null && document.activeElement === document.body) button.current?.focus();
  }, [busy]);

  return (
    <li className={styles.item}>
      <button
        ref={button}
        type="button"
        className={styles.row}
        tabIndex={current ? 0 : -1}
        data-organization-id={organization.id}
        aria-busy={busy !== null || undefined}
        aria-disabled={still || undefined}
        onClick={() => (still ? undefined : onChoose(organization))}
      >
        <span className={styles.initial} aria-hidden="true">
          {firstLetter(organization.name)}
        </span>
        <span className={styles.words}>
          <span className={styles.name} dir="auto">
            {organization.name}
          </span>{' '}
          <span className={styles.details}>
            <bdi className={styles.slug}>@{organization.slug}</bdi>
            {follows === null || busy !== null ? null : (
              <>
                {' '}
                <span className={styles.hint}>{messages.selection.follows[follows]}</span>
              </>
            )}
          </span>
        </span>{' '}
        {lastUsed && busy === null ? (
          <span className={styles.last}>{messages.selection.lastUsed}</span>
        ) : null}
        {busy === null ? null : (
          <span className={styles.busy}>
            <Spinner /> {busy}
          </span>
        )}
      </button>
      {trouble === null ? null : <Said>{trouble}</Said>}
    </li>
  );
});

/** The list scrolls: what is said at the last row in sight must be seen. */
function Said({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    place.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <div className={styles.trouble} ref={place}>
      {children}
    </div>
  );
}

/** Made with the first row: its tables take longer to load than all of the login screen. */
let graphemes: Intl.Segmenter | null = null;

/** A whole letter or emoji, which may be several code points. */
function firstLetter(name: string): string {
  graphemes ??= new Intl.Segmenter();
  const [first] = graphemes.segment(name.trim());
  return first?.segment.toLocaleUpperCase() ?? '';
}
