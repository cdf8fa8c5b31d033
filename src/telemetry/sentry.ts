import {
  BrowserClient,
  defaultStackParser,
  type ErrorEvent,
  makeFetchTransport,
  Scope,
} from '@sentry/react';
import { scrubScript, scrubText } from './scrub.ts';
import type { ErrorReports, Transition, UnhandledError } from './telemetry.types.ts';

/**
 * Starts Sentry as a bare client: no integration, so that nothing is patched, traced or collected by itself.
 * An error leaves with its scrubbed message and stack, the machine's path as breadcrumbs, the release and the
 * route; no address, no header, no person.
 *
 * @param options `dsn`: the project's; `release`: names the build
 */
export function createSentry({ dsn, release }: { dsn: string; release: string }): ErrorReports {
  const client = new BrowserClient({
    dsn,
    release,
    integrations: [],
    stackParser: defaultStackParser,
    // By itself it opens a frame, to find a fetch that nobody has touched.
    transport: (given) => makeFetchTransport(given, (input, init) => window.fetch(input, init)),
    // Cookies hold the session, and a collector under the product's own domain would be sent them.
    transportOptions: { fetchOptions: { credentials: 'omit', referrerPolicy: 'no-referrer' } },
    sendClientReports: false,
    dataCollection: { userInfo: false },
    beforeSend: allowed,
  });
  client.init();

  return {
    async report(unhandled) {
      const event = await client.eventFromException(unhandled.error);
      client.captureEvent({ ...event, ...surroundings(unhandled) }, {}, new Scope());
    },
  };
}

function surroundings({ at, trail, route, impersonated }: UnhandledError) {
  return {
    timestamp: at / 1_000,
    transaction: route,
    tags: { route, impersonated },
    breadcrumbs: trail.map(breadcrumb),
  };
}

function breadcrumb({ from, event, to, at }: Transition) {
  return { category: 'auth', message: to, data: { from, event }, timestamp: at / 1_000 };
}

/** An event as it may leave: these fields, and of the error what says where the fault is. */
export function allowed(event: ErrorEvent): ErrorEvent {
  const { event_id, timestamp, level, release, transaction, tags, breadcrumbs } = event;
  const values = event.exception?.values ?? [];
  return {
    type: undefined,
    platform: 'javascript',
    ...(event_id === undefined ? {} : { event_id }),
    ...(timestamp === undefined ? {} : { timestamp }),
    ...(level === undefined ? {} : { level }),
    ...(release === undefined ? {} : { release }),
    ...(transaction === undefined ? {} : { transaction }),
    ...(tags === undefined ? {} : { tags: { route: tags.route, impersonated: tags.impersonated } }),
    breadcrumbs: (breadcrumbs ?? []).filter(({ category }) => category === 'auth'),
    exception: {
      values: values.map(({ type, value, stacktrace }) => ({
        type: scrubText(type ?? 'Error'),
        value: scrubText(value ?? ''),
        stacktrace: { frames: (stacktrace?.frames ?? []).map(frame) },
      })),
    },
  };
}

interface Frame {
  readonly filename?: string;
  readonly function?: string;
  readonly lineno?: number;
  readonly colno?: number;
}

function frame({ filename, function: name, lineno, colno }: Frame) {
  const script = scrubScript(filename);
  return {
    ...(script === undefined ? {} : { filename: script }),
    ...(name === undefined ? {} : { function: scrubText(name) }),
    ...(lineno === undefined ? {} : { lineno }),
    ...(colno === undefined ? {} : { colno }),
  };
}
