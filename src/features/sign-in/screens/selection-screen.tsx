import { useCallback, useEffect, useRef, useState } from 'react';
import type { SelectionView } from '#machines/auth/auth.view.types.ts';
import { maskEmail } from '#machines/rules/email.ts';
import { isTyped, type Organization } from '#machines/rules/organization.ts';
import { Button } from '#src/ui/button.tsx';
import { Card, CardFooter, Lead } from '#src/ui/card.tsx';
import { Notice } from '#src/ui/notice.tsx';
import { Sentence } from '#src/ui/sentence.tsx';
import { messages } from '../messages.ts';
import { OrganizationList, type Trouble } from '../organizations/organization-list.tsx';
import { OrganizationRow } from '../organizations/organization-row.tsx';
import { OrganizationSkeleton } from '../organizations/organization-skeleton.tsx';
import { TypedOrganization } from '../organizations/typed-organization.tsx';
import type { ScreenProps, Send } from './screen.types.ts';
import styles from './selection-screen.module.css';

const { selection } = messages;

interface SelectionScreenProps extends ScreenProps<SelectionView> {
  /** The id of the organization to begin the list with. */
  readonly lastUsed?: () => string | null;
}

/** The login card in selection mode (R6.1): choose an organization, or type another. */
export function SelectionScreen({ view, send, lastUsed = nothing }: SelectionScreenProps) {
  const leaving = view.discovering || (view.busy !== null && view.busy.doing !== 'starting');
  // Read once: no row moves while it is looked at.
  const [lastUsedId] = useState(lastUsed);
  const back = () => send({ type: 'back' });
  const { failedOrganizationId: troubled } = view;
  const notice = <Notice notice={view.notice} onDismiss={() => send({ type: 'notice.dismiss' })} />;
  return (
    <Card title={selection.heading}>
      {view.emailAddress === null ? null : (
        <Lead>
          <Sentence text={selection.signedInAs} values={{ email: maskEmail(view.emailAddress) }} />{' '}
          <Button kind="inline" inactive={leaving} onClick={back}>
            {selection.notYou}
          </Button>
        </Lead>
      )}
      {troubled === null ? notice : null}
      <Choice
        view={view}
        send={send}
        lastUsedId={lastUsedId}
        trouble={troubled === null ? null : { id: troubled, notice }}
      />
      <Typing view={view} send={send} />
      <CardFooter>
        <Button kind="link" inactive={leaving} onClick={back}>
          {messages.backToLogin}
        </Button>
      </CardFooter>
    </Card>
  );
}

interface PartProps {
  readonly view: SelectionView;
  readonly send: Send;
}

interface ChoiceProps extends PartProps {
  readonly lastUsedId: string | null;
  readonly trouble: Trouble | null;
}

/** The list, what stands for it while it is read, or what to do when there is none. */
function Choice({ view, send, lastUsedId, trouble }: ChoiceProps) {
  const { organizations, busy, discovering } = view;
  const choose = useCallback(
    ({ id, slug, name }: Organization) =>
      send({ type: 'organization.choose', organization: { id, slug, name } }),
    [send],
  );
  const empty = organizations.length === 0 && unlisted(view) === null;
  return (
    <section className={styles.choice} aria-labelledby={HEADING}>
      <h2 className={styles.heading} id={HEADING}>
        {discovering ? <span role="status">{selection.discovering}</span> : selection.popular}
      </h2>
      {discovering && empty ? <OrganizationSkeleton /> : null}
      {!discovering && empty ? <p className={styles.none}>{selection.none}</p> : null}
      <Unlisted view={view} />
      {organizations.length === 0 ? null : (
        <OrganizationList
          organizations={organizations}
          busy={busy && { id: busy.organization.id, text: selection.busy[busy.doing] }}
          resting={discovering}
          lastUsedId={lastUsedId}
          trouble={trouble}
          onChoose={choose}
        />
      )}
    </section>
  );
}

function nothing(): null {
  return null;
}

const HEADING = 'organizations-heading';

/** An organization that is busy, exists, and is not on the list: it was remembered from before. */
function unlisted({ busy, organizations }: SelectionView): Organization | null {
  if (busy === null || isTyped(busy.organization)) return null;
  const listed = organizations.some(({ id }) => id === busy.organization.id);
  return listed ? null : busy.organization;
}

function Unlisted({ view }: { view: SelectionView }) {
  const organization = unlisted(view);
  if (organization === null || view.busy === null) return null;
  return (
    <ul className={styles.unlisted}>
      <OrganizationRow
        organization={organization}
        follows={null}
        lastUsed={false}
        trouble={null}
        busy={selection.busy[view.busy.doing]}
        resting
        current
        onChoose={ignore}
      />
    </ul>
  );
}

function ignore(): void {
  // A busy row answers nothing.
}

/** The way to type an organization, or the field itself, which stays while what was typed is busy. */
function Typing({ view, send }: PartProps) {
  const { busy, mode } = view;
  const opener = useRef<HTMLButtonElement>(null);
  const typed = busy !== null && isTyped(busy.organization) ? busy : null;
  const open = mode === 'typing' || typed !== null;
  const wasOpen = useRef(open);

  useEffect(() => {
    const closed = wasOpen.current && !open;
    wasOpen.current = open;
    if (closed && document.activeElement === document.body) opener.current?.focus();
  }, [open]);

  if (open) {
    return (
      <TypedOrganization
        initialName={typed?.organization.name ?? view.typedName}
        busyLabel={typed && selection.busy[typed.doing]}
        onSubmit={(name) => send({ type: 'organization.submit', name })}
        onCancel={() => send({ type: 'organization.cancel' })}
      />
    );
  }
  return (
    <Button
      ref={opener}
      wide
      inactive={view.discovering || busy !== null}
      onClick={() => send({ type: 'organization.type' })}
    >
      {selection.enterName}
    </Button>
  );
}
