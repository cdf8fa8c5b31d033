import { Button } from '../controls/button.tsx';
import { messages } from '../messages.ts';
import { Card, CardFooter, LeadParagraph } from './card.tsx';

interface ErrorPageProps {
  readonly heading: string;
  readonly text: string;
  /** Renders again what has failed, without a reload. */
  readonly onShowAgain?: () => void;
}

/** An error page (R1.4, R1.5, R1.6). */
export function ErrorPage({ heading, text, onShowAgain }: ErrorPageProps) {
  return (
    <Card title={heading}>
      <LeadParagraph>{text}</LeadParagraph>
      <CardFooter>
        {onShowAgain ? (
          <Button kind="link" onClick={onShowAgain}>
            {messages.showAgain}
          </Button>
        ) : null}
        <a href="/">{messages.home}</a>
      </CardFooter>
    </Card>
  );
}
