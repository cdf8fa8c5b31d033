import { Button } from '../controls/button.tsx';
import { Card, CardFooter, LeadParagraph } from './card.tsx';

const messages = {
  heading: 'Cookies are needed',
  explanation:
    'Your browser does not let this site store anything, so you cannot sign in. Allow cookies and site data for this site, then try again.',
  tryAgain: 'Try again',
} as const;

/** Shown when the browser denies storage, without which sign-in cannot work (R1.7). */
export function CookiesNeededPage() {
  return (
    <Card title={messages.heading}>
      <LeadParagraph>{messages.explanation}</LeadParagraph>
      <CardFooter>
        <Button kind="link" onClick={() => window.location.reload()}>
          {messages.tryAgain}
        </Button>
      </CardFooter>
    </Card>
  );
}
