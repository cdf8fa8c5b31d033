import type { ConfirmIdentityView } from '#machines/auth/auth.view.types.ts';
import { isSameEmail, maskEmail } from '#machines/rules/email.ts';
import { Button } from '#src/ui/button.tsx';
import { Card, CardFooter, LeadParagraph } from '#src/ui/card.tsx';
import { Deliberate } from '#src/ui/deliberate.tsx';
import { Notice } from '#src/ui/notice.tsx';
import { Sentence } from '#src/ui/sentence.tsx';
import { lateMessages } from '../late-messages.ts';
import type { ScreenProps } from './screen.types.ts';

const { confirmIdentity } = lateMessages;

/** Asks by name before this tab continues as another person (R22.1). */
export function ConfirmIdentityScreen({ view, send }: ScreenProps<ConfirmIdentityView>) {
  const { organization, hasSession } = view;
  const { email, current } = names(view);
  const values = { email, current: current ?? '', organization: organization?.name ?? '' };
  const { question, confirm, until } = sentences(view);
  return (
    // Another person's sign-in can take the place of this one: that is a new question, with a new pause.
    <Card
      key={`${view.emailAddress} ${organization?.id}`}
      title={confirmIdentity.title}
      heading={<Sentence text={question} values={values} />}
    >
      <Notice notice={view.notice} onDismiss={() => send({ type: 'notice.dismiss' })} />
      <LeadParagraph>
        {current === null ? null : (
          <>
            <Sentence text={until} values={values} />{' '}
          </>
        )}
        <Sentence
          text={hasSession ? confirmIdentity.session : confirmIdentity.link}
          values={values}
        />{' '}
        {confirmIdentity.onlyIfYou}
      </LeadParagraph>
      <Deliberate>
        <Button kind="primary" wide onClick={() => send({ type: 'identity.confirm' })}>
          <span>
            <Sentence text={confirm} values={values} />
          </span>
        </Button>
      </Deliberate>
      <CardFooter>
        <Button kind="link" onClick={() => send({ type: 'identity.reject' })}>
          <span>
            <Sentence text={rejection(hasSession, current)} values={values} />
          </span>
        </Button>
      </CardFooter>
    </Card>
  );
}

/** The words for the other sign-in: its address; of the same address, its organization; else none. */
function sentences({ emailAddress, currentEmailAddress, organization }: ConfirmIdentityView) {
  const { heading, headingOrganization, headingUnknown } = confirmIdentity;
  const isSameAddress =
    emailAddress !== null &&
    currentEmailAddress !== null &&
    isSameEmail(emailAddress, currentEmailAddress);
  const until = isSameAddress ? confirmIdentity.currentSameAddress : confirmIdentity.current;
  if (emailAddress !== null && !isSameAddress) {
    return { question: heading, confirm: confirmIdentity.continue, until };
  }
  return isSameAddress && organization !== null
    ? { question: headingOrganization, confirm: confirmIdentity.continueOrganization, until }
    : { question: headingUnknown, confirm: confirmIdentity.continueUnknown, until };
}

function rejection(hasSession: boolean, current: string | null): string {
  if (hasSession) return confirmIdentity.signOut;
  return current === null ? confirmIdentity.discard : confirmIdentity.stay;
}

/** The masked addresses. Two that look equal when masked are shown in full, so that they can be told apart. */
function names({ emailAddress, currentEmailAddress }: ConfirmIdentityView) {
  const email = emailAddress ?? confirmIdentity.unknownEmail;
  const masked = emailAddress === null ? email : maskEmail(emailAddress);
  if (currentEmailAddress === null) return { email: masked, current: null };
  const current = maskEmail(currentEmailAddress);
  return current === masked ? { email, current: currentEmailAddress } : { email: masked, current };
}
