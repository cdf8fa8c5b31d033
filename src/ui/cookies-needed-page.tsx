import { Button } from './button.tsx';
import { Card, CardFooter, Lead } from './card.tsx';
import { messages } from './messages.ts';

/** Where nothing can be stored nobody can be signed in: what to do about it, instead of a blank page. */
export function CookiesNeededPage() {
  return (
    <Card title={messages.cookiesHeading}>
      <Lead>{messages.cookies}</Lead>
      <CardFooter>
        <Button kind="link" onClick={() => window.location.reload()}>
          {messages.tryAgain}
        </Button>
      </CardFooter>
    </Card>
  );
}
