import { Button } from './button.tsx';
import { Card, CardFooter, LeadParagraph } from './card.tsx';
import { messages } from './messages.ts';

/** Shown when the browser denies storage, without which sign-in cannot work (R1.7). */
export function CookiesNeededPage() {
  return (
    <Card title={messages.cookiesHeading}>
      <LeadParagraph>{messages.cookies}</LeadParagraph>
      <CardFooter>
        <Button kind="link" onClick={() => window.location.reload()}>
          {messages.tryAgain}
        </Button>
      </CardFooter>
    </Card>
  );
}
