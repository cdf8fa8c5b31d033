import {
  BrowserClient,
  defaultStackParser,
  type ErrorEvent,
  makeFetchTransport,
  Scope,
} from '@sentry/react';
import { pick, scrubScript, scrubText } from './scrub.ts';
import type { ObservedTransition, ReportedError } from './telemetry.types.ts';

/** The form of the provider's request ids. */
const REQUEST_ID = /^request-id-[\w-]{1,80}$/;

interface SentryOptions {
  readonly dsn: string;
  readonly release: string;
  readonly machine: string;
}

/**
 * Starts Sentry as a bare client without integrations, so that it patches, traces and collects nothing by
 * itself. A report contains the scrubbed message and stack, the machine's transitions as breadcrumbs, the
 * release and the route. It contains no address, no header and no member.
 *
 * @param options `dsn`: of the Sentry project; `release`: of the build; `machine`: the fingerprint of the machine
 */
export function createSentry({ dsn, release, machine }: SentryOptions) {
  const client = new BrowserClient({
    dsn,
    release,
    integrations: [],
    stackParser: defaultStackParser,
    // By default Sentry opens an iframe to get an unpatched fetch.
    transport: (transportOptions) =>
      makeFetchTransport(transportOptions, (input, init) => window.fetch(input, init)),
    // Cookies hold the session, and the browser would send them to a collector under the product's domain.
    transportOptions: { fetchOptions: { credentials: 'omit', referrerPolicy: 'no-referrer' } },
    sendClientReports: false,
    dataCollection: { userInfo: false },
    beforeSend: filterSentryEvent,
  });
  client.init();

  return {
    async report(reported: ReportedError): Promise<void> {
      const event = await client.eventFromException(reported.error);
      client.captureEvent({ ...event, ...contextOf(reported, machine) }, {}, new Scope());
    },
  };
}

function contextOf(reported: ReportedError, machine: string) {
  const { at, transitions, route, impersonated, requestId } = reported;
  return {
    timestamp: at / 1_000,
    transaction: route,
    tags: {
      route,
      impersonated,
      machine,
      ...(requestId === null ? {} : { request_id: requestId }),
    },
    breadcrumbs: transitions.map(toBreadcrumb),
  };
}

function toBreadcrumb({ from, event, to, at }: ObservedTransition) {
  return { category: 'auth', message: to, data: { from, event }, timestamp: at / 1_000 };
}

/** Removes every field that is not listed, and scrubs the message and stack of the error. */
export function filterSentryEvent(event: ErrorEvent): ErrorEvent {
  const { tags, breadcrumbs = [], exception } = event;
  return {
    ...pick(event, ['event_id', 'timestamp', 'level', 'release', 'transaction']),
    type: undefined,
    platform: 'javascript',
    ...(tags && { tags: toTags(tags) }),
    breadcrumbs: breadcrumbs.filter(({ category }) => category === 'auth'),
    exception: {
      values: (exception?.values ?? []).map(({ type, value, stacktrace }) => ({
        type: scrubText(type ?? 'Error'),
        value: scrubText(value ?? ''),
        stacktrace: { frames: (stacktrace?.frames ?? []).map(toFrame) },
      })),
    },
  };
}

type Tags = NonNullable<ErrorEvent['tags']>;

function toTags({ route, impersonated, machine, request_id }: Tags): Tags {
  const isRequestId = typeof request_id === 'string' && REQUEST_ID.test(request_id);
  return { route, impersonated, machine, ...(isRequestId ? { request_id } : {}) };
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
