import type { ConfirmLinkView } from '#machines/auth/auth.view.ts';
import { fullName } from '#machines/rules/full-name.ts';
import { Button } from '#src/ui/controls/button.tsx';
import { Sentence } from '#src/ui/elements/sentence.tsx';
import { Card, CardFooter, LeadParagraph } from '#src/ui/page/card.tsx';
import { AuthNotice } from '../auth-notice.tsx';
import { messages } from '../messages.ts';
import { verificationMessages } from '../verification-messages.ts';
import type { ScreenProps } from './screen.types.ts';

/** Asks for confirmation before an e-mailed link that this browser did not request is used (R9.2). */
export function ConfirmLinkScreen({ view, send }: ScreenProps<ConfirmLinkView>) {
  const texts = verificationMessages.confirmLink;
  const { opensOrganization, session } = view;
  const name = session && (fullName(session.memberName) || (session.emailAddress ?? ''));
  return (
    <Card title={opensOrganization ? texts.organizationHeading : texts.heading}>
      <LeadParagraph>
        {opensOrganization ? texts.organizationExplanation : texts.explanation}
      </LeadParagraph>
      {name === null ? null : (
        <LeadParagraph>
          <Sentence text={texts.signsOut} values={{ name }} />
        </LeadParagraph>
      )}
      <AuthNotice notice={view.notice} onDismiss={() => send({ type: 'notice.dismiss' })} />
      <Button
        kind="primary"
        wide
        name="link.confirm"
        onClick={() => send({ type: 'link.confirm' })}
      >
        {texts.continue}
      </Button>
      <CardFooter>
        <Button kind="link" name="back" onClick={() => send({ type: 'back' })}>
          {session ? texts.stay : messages.backToLogin}
        </Button>
      </CardFooter>
    </Card>
  );
}
