import { useCallback, useEffect, useRef } from 'react';
import type { SelectionView } from '#machines/auth/auth.view.ts';
import { maskEmail } from '#machines/rules/email.ts';
import { ORGANIZATION_TAB_STOPS } from '#machines/rules/limits.ts';
import { isTyped, type Organization } from '#machines/rules/organization.ts';
import { Button } from '#src/ui/controls/button.tsx';
import { Sentence } from '#src/ui/elements/sentence.tsx';
import { VisuallyHidden } from '#src/ui/elements/visually-hidden.tsx';
import { ProgressStatus } from '#src/ui/feedback/progress-status.tsx';
import { Card, CardFooter, LeadParagraph } from '#src/ui/page/card.tsx';
import { AuthNotice } from '../auth-notice.tsx';
import { messages } from '../messages.ts';
import { OrganizationList } from '../organizations/organization-list.tsx';
import { OrganizationSkeleton } from '../organizations/organization-skeleton.tsx';
import { TypedOrganization } from '../organizations/typed-organization.tsx';
import { selectionMessages } from '../selection-messages.ts';
import { generalNotice } from '../use-field-error.ts';
import { ChooseAccount } from './choose-account.tsx';
import type { ScreenProps } from './screen.types.ts';
import styles from './selection-screen.module.css';
import { SignInExpiryWarning } from './sign-in-expiry-warning.tsx';

type SelectionProps = ScreenProps<SelectionView>;

/**
 * Chooses a discovered organization, or one whose name is typed (R6). The button for a name would be out of sight below
 * a long list: there it comes first. Its key keeps an open field when the list arrives (R6.21).
 */
export function SelectionScreen({ view, send }: SelectionProps) {
  const { busy, organizations } = view;
  const isWaiting = view.discovering || busy !== null;
  const dismiss = () => send({ type: 'notice.dismiss' });
  const parts = [
    <OrganizationChoice key="list" view={view} send={send} onDismiss={dismiss} />,
    <NameEntry key="name" view={view} send={send} />,
  ];
  return (
    <Card title={selectionMessages.heading}>
      {view.emailAddress === null ? (
        // Room for the sentence, so that the list does not move when it arrives.
        view.discovering && <LeadParagraph>{'\u00a0'}</LeadParagraph>
      ) : (
        <LeadParagraph>
          <Sentence
            text={selectionMessages.signedInAs}
            values={{ email: maskEmail(view.emailAddress) }}
          />
          <ChooseAccount kind="inline" isInactive={isWaiting} send={send} />
        </LeadParagraph>
      )}
      {view.failedOrganizationId === null ? (
        <AuthNotice notice={generalNotice(view.notice)} onDismiss={dismiss} />
      ) : null}
      <SignInExpiryWarning
        isShown={view.expiring}
        isStarting={busy?.doing === 'starting'}
        onContinue={() => send({ type: 'google.start' })}
      />
      {organizations.length > ORGANIZATION_TAB_STOPS ? parts.toReversed() : parts}
      <CardFooter>
        <Button
          kind="link"
          name="back"
          inactive={!view.canLeave}
          onClick={() => send({ type: 'back' })}
        >
          {messages.backToLogin}
        </Button>
      </CardFooter>
    </Card>
  );
}

interface OrganizationChoiceProps extends SelectionProps {
  readonly onDismiss: () => void;
}

/** The list, its placeholder while it is loaded, or what to do without one. */
function OrganizationChoice(props: OrganizationChoiceProps) {
  const { view, send, onDismiss } = props;
  const { organizations, busy, discovering } = view;
  const choose = useCallback(
    ({ id, slug, name }: Organization) =>
      send({ type: 'organization.choose', organization: { id, slug, name } }),
    [send],
  );
  const isEmpty = organizations.length === 0;
  const none = isEmpty ? emptyText(view) : null;
  const busyLabel = busy && selectionMessages.busy[busy.doing];
  const waitsFor = discovering ? selectionMessages.discovering : hasPlace(view) ? null : busyLabel;
  return (
    <section className={styles.choice}>
      <VisuallyHidden role="status">{busyLabel}</VisuallyHidden>
      {/* Announces what the list has, unless there is a notice. A status that arrives with the screen is not heard. */}
      <ProgressStatus
        text={
          busy === null &&
          view.notice === null &&
          (discovering
            ? selectionMessages.discovering
            : (none ?? selectionMessages.found(organizations.length)))
        }
      />
      {waitsFor === null ? null : <p className={styles.heading}>{waitsFor}</p>}
      {waitsFor !== null || isEmpty ? null : (
        <h2 className={styles.heading}>{selectionMessages.popular}</h2>
      )}
      {waitsFor !== null && isEmpty ? <OrganizationSkeleton /> : null}
      {waitsFor === null && none ? <p className={styles.empty}>{none}</p> : null}
      {view.unread && isEmpty ? (
        <Button
          kind="secondary"
          name="organization.list"
          onClick={() => send({ type: 'organization.list' })}
        >
          {selectionMessages.tryAgain}
        </Button>
      ) : null}
      {organizations.length === 0 ? null : (
        <OrganizationList
          organizations={organizations}
          busy={busyLabel === null ? null : { id: busy?.organization?.id, label: busyLabel }}
          isInactive={discovering}
          lastUsedId={view.lastOrganizationId}
          failedId={view.failedOrganizationId}
          renderNotice={(sentenceId, failed) => (
            <AuthNotice notice={view.notice} textId={sentenceId} onDismiss={onDismiss}>
              {view.notice?.remedy === 'account' ? (
                <ChooseAccount kind="primary" send={send} />
              ) : (
                <Button kind="link" onClick={() => choose(failed)}>
                  {selectionMessages.tryAgain}
                </Button>
              )}
            </AuthNotice>
          )}
          onDismiss={onDismiss}
          onChoose={choose}
        />
      )}
    </section>
  );
}

/** An empty list and one that was not read are two things (R6.24). */
function emptyText({ unread, canCreate }: SelectionView): string {
  if (unread) return selectionMessages.unread;
  return selectionMessages[canCreate ? 'none' : 'noneWithoutCreation'];
}

/** Whether the field or a row shows what is in progress. A remembered organization can be missing in the list. */
function hasPlace({ busy, organizations }: SelectionView): boolean {
  const organization = busy?.organization ?? null;
  if (organization === null) return false;
  return isTyped(organization) || organizations.some(({ id }) => id === organization.id);
}

/**
 * The button that opens the name field, or the field, which stays open while its name is being used. Nothing where
 * the project forbids new organizations (R6.20): the settings can arrive while the field is open.
 */
function NameEntry({ view, send }: SelectionProps) {
  const { busy, mode } = view;
  const button = useRef<HTMLButtonElement>(null);
  const organization = busy?.organization ?? null;
  const typed = organization !== null && isTyped(organization) ? organization : null;
  const isOpen = mode === 'typing' || typed !== null;
  const wasOpen = useRef(isOpen);

  useEffect(() => {
    const hasClosed = wasOpen.current && !isOpen;
    wasOpen.current = isOpen;
    if (hasClosed && document.activeElement === document.body) button.current?.focus();
  }, [isOpen]);

  if (isOpen) {
    return (
      <TypedOrganization
        initialName={typed?.name ?? view.typedName}
        busyLabel={typed && busy && selectionMessages.busy[busy.doing]}
        view={view}
        onSubmit={(name) => send({ type: 'organization.submit', name })}
        // The page may be about to be left for Google.
        onCancel={busy?.doing === 'starting' ? null : () => send({ type: 'organization.cancel' })}
      />
    );
  }
  if (!view.canCreate) return null;
  return (
    <Button
      ref={button}
      kind={view.organizations.length > 0 || view.discovering ? 'secondary' : 'primary'}
      wide
      name="organization.type"
      inactive={view.discovering || busy !== null}
      onClick={() => send({ type: 'organization.type' })}
    >
      {selectionMessages.enterName}
    </Button>
  );
}
