import { Button } from '../controls/button.tsx';
import { messages } from '../messages.ts';
import { Card, CardFooter, LeadParagraph } from './card.tsx';

type Failure =
  | { readonly kind: 'not_found' }
  | { readonly kind: 'status'; readonly statusText: string }
  | { readonly kind: 'unexpected' };

type ErrorPageProps = Failure & {
  /** Renders again what has failed, without a reload. */
  readonly onShowAgain?: () => void;
};

/** The error page in its three forms (R1.4, R1.5, R1.6). */
export function ErrorPage(props: ErrorPageProps) {
  return (
    <Card title={heading(props)}>
      <LeadParagraph>{detail(props)}</LeadParagraph>
      <CardFooter>
        {props.onShowAgain ? (
          <Button kind="link" onClick={props.onShowAgain}>
            {messages.showAgain}
          </Button>
        ) : null}
        <a href="/">{messages.home}</a>
      </CardFooter>
    </Card>
  );
}

function heading({ kind }: Failure): string {
  if (kind === 'not_found') return messages.notFoundHeading;
  return kind === 'status' ? messages.errorHeading : messages.unexpectedHeading;
}

function detail(failure: Failure): string {
  if (failure.kind === 'not_found') return messages.notFound;
  const statusText = failure.kind === 'status' ? failure.statusText.trim() : '';
  return statusText === '' ? messages.unexpected : statusText;
}
