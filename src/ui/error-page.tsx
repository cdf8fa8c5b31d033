import { Card, CardFooter, Lead } from './card.tsx';
import { messages } from './messages.ts';
import { RequestId } from './notice.tsx';

type Failure =
  | { readonly kind: 'not_found' }
  | { readonly kind: 'status'; readonly statusText: string }
  | { readonly kind: 'unexpected' };

type ErrorPageProps = Failure & {
  /** The provider's id of the request that failed, to quote to support. */
  readonly requestId?: string;
  /** It stands under a header that has the logo already. */
  readonly underHeader?: boolean;
};

/** The error page in its three forms (R1.4, R1.5), with a way on. */
export function ErrorPage(props: ErrorPageProps) {
  return (
    <Card title={heading(props)} underHeader={props.underHeader ?? false}>
      <Lead>{detail(props)}</Lead>
      {props.requestId === undefined ? null : <RequestId id={props.requestId} />}
      <CardFooter>
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
  const said = failure.kind === 'status' ? failure.statusText.trim() : '';
  return said === '' ? messages.unexpected : said;
}
