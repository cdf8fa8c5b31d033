import type { ConfirmLinkView } from '#machines/auth/auth.view.ts';
import { Button } from '#src/ui/button.tsx';
import { Card, CardFooter, LeadParagraph } from '#src/ui/card.tsx';
import { Notice } from '#src/ui/notice.tsx';
import { messages } from '../messages.ts';
import { verificationMessages } from '../verification-messages.ts';
import type { ScreenProps } from './screen.types.ts';

/** Asks for confirmation before an e-mailed link that this browser did not request is used (R9.2). */
export function ConfirmLinkScreen({ view, send }: ScreenProps<ConfirmLinkView>) {
  return (
    <Card title={verificationMessages.confirmLink.heading}>
      <LeadParagraph>{verificationMessages.confirmLink.explanation}</LeadParagraph>
      <Notice notice={view.notice} onDismiss={() => send({ type: 'notice.dismiss' })} />
      <Button
        kind="primary"
        wide
        name="link.confirm"
        onClick={() => send({ type: 'link.confirm' })}
      >
        {verificationMessages.confirmLink.continue}
      </Button>
      <CardFooter>
        <Button kind="link" name="back" onClick={() => send({ type: 'back' })}>
          {messages.backToLogin}
        </Button>
      </CardFooter>
    </Card>
  );
}
