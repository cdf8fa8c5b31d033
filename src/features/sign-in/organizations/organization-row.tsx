import { memo, type ReactNode, useId } from 'react';
import type { DiscoveredOrganization } from '#machines/auth/auth.types.ts';
import type { Organization } from '#machines/rules/organization.ts';
import { InitialMark } from '#src/ui/elements/initial-mark.tsx';
import { Spinner } from '#src/ui/elements/spinner.tsx';
import dotted from '#src/ui/styles/dotted.module.css';
import { selectionMessages } from '../selection-messages.ts';
import styles from './organization-row.module.css';

/** Renders a notice about an organization, whose sentence has this id. */
export type RenderNotice = (sentenceId: string, organization: Organization) => ReactNode;

interface OrganizationRowProps {
  readonly organization: Organization;
  readonly follows: DiscoveredOrganization['follows'];
  /** Marks the organization that was used last. */
  readonly isLastUsed: boolean;
  /** Marks the organization of the session. */
  readonly isCurrent: boolean;
  /** `null` without a notice about this organization. */
  readonly renderNotice: RenderNotice | null;
  /** What choosing it does beside signing in; empty for an organization of the person. */
  readonly verb: string;
  /** What is in progress for this organization, or `null`. */
  readonly busyLabel: string | null;
  /** The row cannot be chosen now. */
  readonly isInactive: boolean;
  /** Whether Tab moves to this row. */
  readonly isTabStop: boolean;
  readonly onChoose: (organization: Organization) => void;
}

/** One organization of the list (R6.2, R6.13). */
export const OrganizationRow = memo(function OrganizationRow(props: OrganizationRowProps) {
  const { organization, follows, isLastUsed, renderNotice, busyLabel, isInactive, onChoose } =
    props;
  const tag = isLastUsed ? selectionMessages.lastUsed : props.verb;
  const sentenceId = useId();
  const isBusy = busyLabel !== null;
  const ignoresClicks = isBusy || isInactive;

  return (
    <li className={styles.item}>
      <button
        type="button"
        className={styles.row}
        tabIndex={props.isTabStop ? 0 : -1}
        data-organization-id={organization.id}
        aria-describedby={renderNotice === null ? undefined : sentenceId}
        aria-current={props.isCurrent || undefined}
        aria-busy={isBusy || undefined}
        aria-disabled={ignoresClicks || undefined}
        // The second click of a double click is for what was there before: a notice above this row.
        onClick={({ detail }) => (ignoresClicks || detail > 1 ? undefined : onChoose(organization))}
      >
        <InitialMark name={organization.name} />
        <span className={[styles.text, dotted.clip].join(' ')}>
          <span className={styles.name} dir="auto" translate="no">
            {organization.name}
          </span>
          <span className={[styles.details, dotted.line].join(' ')}>
            <bdi translate="no">{`@${organization.slug}`}</bdi>
            {follows === null || isBusy ? null : <span>{selectionMessages.follows[follows]}</span>}
          </span>
        </span>
        {isBusy ? (
          <span className={styles.busy}>
            <Spinner />
            <span>{busyLabel}</span>
          </span>
        ) : (
          tag && <span className={isLastUsed ? styles.lastUsed : styles.verb}>{tag}</span>
        )}
      </button>
      {renderNotice === null ? null : (
        <div className={styles.notice}>{renderNotice(sentenceId, organization)}</div>
      )}
    </li>
  );
});
