import { BrowserClient, defaultStackParser, type Event, makeFetchTransport } from '@sentry/react';
import { pick, scrubScript, scrubText } from './scrub.ts';
import type { ObservedTransition, ReportedError } from './telemetry.types.ts';

/** The form of the provider's request ids. */
const REQUEST_ID = /^request-id-[\w-]{1,80}$/;

interface Build {
  readonly release: string;
  /** The fingerprint of the machine. */
  readonly machine: string;
}

/**
 * Starts Sentry as a bare client without integrations, so that it patches, traces and collects nothing by
 * itself. A report goes past Sentry's own preparation of events, which would add the page's address and more.
 *
 * @param options `dsn`: of the Sentry project
 */
export function createSentry({ dsn, ...build }: Build & { readonly dsn: string }) {
  const client = new BrowserClient({
    dsn,
    integrations: [],
    stackParser: defaultStackParser,
    // By default Sentry opens an iframe to get an unpatched fetch.
    transport: (transportOptions) =>
      makeFetchTransport(transportOptions, (input, init) => window.fetch(input, init)),
    // Cookies hold the session, and the browser would send them to a collector under the product's domain.
    transportOptions: { fetchOptions: { credentials: 'omit', referrerPolicy: 'no-referrer' } },
    sendClientReports: false,
    dataCollection: { userInfo: false },
  });

  return {
    async report(reported: ReportedError): Promise<void> {
      const { exception } = await client.eventFromException(reported.error);
      client.sendEvent(buildReport(exception, reported, build));
    },
  };
}

/**
 * Builds a report: the scrubbed message and stack, the machine's transitions as breadcrumbs, the release and the route.
 * It contains no address, no header and no member.
 */
export function buildReport(
  exception: Event['exception'],
  { at, transitions, route, impersonated, requestId }: ReportedError,
  { release, machine }: Build,
): Event {
  const isRequestId = requestId !== null && REQUEST_ID.test(requestId);
  return {
    event_id: crypto.randomUUID().replaceAll('-', ''),
    platform: 'javascript',
    level: 'error',
    timestamp: at / 1_000,
    release,
    transaction: route,
    tags: { route, impersonated, machine, ...(isRequestId && { request_id: requestId }) },
    breadcrumbs: transitions.map(toBreadcrumb),
    exception: {
      values: (exception?.values ?? []).map(({ type, value, stacktrace }) => ({
        type: scrubText(type ?? 'Error'),
        value: scrubText(value ?? ''),
        stacktrace: { frames: (stacktrace?.frames ?? []).map(toFrame) },
      })),
    },
  };
}

function toBreadcrumb({ from, event, to, at }: ObservedTransition) {
  return { category: 'auth', message: to, data: { from, event }, timestamp: at / 1_000 };
}

interface Frame {
  readonly filename?: string;
  readonly function?: string;
}

function toFrame(frame: Frame) {
  const { filename, function: name } = frame;
  const scrubbed = { filename: scrubScript(filename), function: name && scrubText(name) };
  return pick({ ...frame, ...scrubbed }, ['filename', 'function', 'lineno', 'colno']);
}
