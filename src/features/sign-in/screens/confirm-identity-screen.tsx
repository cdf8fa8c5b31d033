import type { ConfirmIdentityView } from '#machines/auth/auth.view.types.ts';
import { isSameEmail, maskEmail } from '#machines/rules/email.ts';
import { isSignInCallback } from '#machines/rules/sign-in-callback.ts';
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
  const { emailAddress, organization, currentOrganization, hasSession, callback } = view;
  const { email, current } = names(view);
  const values = {
    email,
    current: current ?? '',
    slug: organization === null ? '' : `@${organization.slug}`,
    organization: <OrganizationLabel organization={organization} />,
    currentOrganization: <OrganizationLabel organization={currentOrganization} />,
    unused: callback === 'magic_link' ? confirmIdentity.theLink : confirmIdentity.theSignIn,
  };
  const { question, confirm, until } = sentences(view);
  const session = isSignInCallback(callback) ? confirmIdentity.unused : confirmIdentity.session;
  return (
    // Another person's sign-in can take the place of this one: that is a new question, with a new pause.
    <Card
      key={`${emailAddress} ${organization?.id}`}
      title={confirmIdentity.title}
      heading={<Sentence text={question} values={{ ...values, email: breakable(email) }} />}
    >
      <Notice notice={view.notice} onDismiss={() => send({ type: 'notice.dismiss' })} />
      <LeadParagraph>
        {current === null ? null : (
          <>
            <Sentence text={until} values={values} />{' '}
          </>
        )}
        <Sentence text={hasSession ? session : confirmIdentity.link} values={values} />{' '}
        {emailAddress === null ? confirmIdentity.notNamed : confirmIdentity.onlyIfYou}
      </LeadParagraph>
      {emailAddress === null ? null : (
        <Deliberate>
          <Button kind="primary" wide onClick={() => send({ type: 'identity.confirm' })}>
            <span>
              <Sentence text={confirm} values={values} />
            </span>
          </Button>
        </Deliberate>
      )}
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

/** An address that a narrow window breaks before its domain, not within it. */
function breakable(email: string) {
  const [name, domain] = email.split('@');
  return (
    <>
      {name}
      {domain && (
        <>
          @<wbr />
          {domain}
        </>
      )}
    </>
  );
}

/** The characters of a name that are shown. A longer one could read like a sentence of this question. */
const LONGEST_NAME = 40;

/**
 * The slug of an organization, which no other one has, and then its name, which its owner chooses: short, in
 * quotation marks, and without any of its own (R22.6).
 */
function OrganizationLabel({ organization }: Pick<ConfirmIdentityView, 'organization'>) {
  if (organization === null) return null;
  const name = [...organization.name.replace(/["“”„«»]/g, '')];
  const shown =
    name.slice(0, LONGEST_NAME).join('').trimEnd() + (name.length > LONGEST_NAME ? '…' : '');
  return (
    <>
      <strong>@{organization.slug}</strong> (“<bdi>{shown}</bdi>”)
    </>
  );
}

/** The words for the other sign-in: its address, or, of two sessions of the same address, its organization. */
function sentences(view: ConfirmIdentityView) {
  const { emailAddress, currentEmailAddress, organization, currentOrganization } = view;
  const isSameAddress =
    emailAddress !== null &&
    currentEmailAddress !== null &&
    isSameEmail(emailAddress, currentEmailAddress);
  const sameAddress =
    currentOrganization === null
      ? confirmIdentity.currentSameAddress
      : confirmIdentity.currentSameAddressIn;
  const until = isSameAddress ? sameAddress : confirmIdentity.current;
  if (isSameAddress && organization !== null) {
    const { headingOrganization: question, continueOrganization: confirm } = confirmIdentity;
    return { question, confirm, until };
  }
  const question = emailAddress === null ? confirmIdentity.headingUnknown : confirmIdentity.heading;
  return { question, confirm: confirmIdentity.continue, until };
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
