import { type CaptureResult, PostHog } from 'posthog-js/dist/module.slim.no-external';
import type { SignedInSession } from '#machines/auth/auth.types.ts';
import { fullName } from '#machines/rules/full-name.ts';
import { pick } from './scrub.ts';
import type { ObservedTransition } from './telemetry.types.ts';

/** The properties that PostHog needs, and those that this module sets. All others are removed. */
const PROPERTIES = [
  'token',
  'distinct_id',
  '$session_id',
  // The chart tells the pages of an incident apart by it.
  '$window_id',
  '$insert_id',
  '$lib',
  '$lib_version',
  '$process_person_profile',
  '$groups',
  '$group_type',
  '$group_key',
  '$group_set',
  'from',
  'event',
  'to',
  'milliseconds',
  'machine',
  'impersonated',
] as const;

/** Kept only on page views, where this module sets them: PostHog adds the page's own address to every event. */
const PAGE_PROPERTIES = ['$current_url', '$host', '$pathname'] as const;

const EVENTS = ['$pageview', '$identify', '$groupidentify', '$set', 'auth transition'];

/** Cookies hold the session, and the browser would send them to an analytics host under the product's domain. */
const REQUESTS = { cache: 'no-store', credentials: 'omit', referrerPolicy: 'no-referrer' } as const;

interface PostHogOptions {
  readonly key: string;
  readonly host: string;
  readonly machine: string;
}

/**
 * Starts PostHog without the parts that collect by themselves. It receives only the calls of the returned object (R18.5),
 * and of each event only the listed properties are sent.
 *
 * @param options the project's key, the host that receives its events, and the fingerprint of the machine
 */
export function createPostHog({ key, host, machine }: PostHogOptions) {
  const posthog = new PostHog();
  posthog.init(key, {
    api_host: host,
    // Nothing is stored in this browser. Each page load has an anonymous id of its own and identifies the member again.
    // The filter removes the anonymous id from an identification: a person who used the page before does not become the
    // same person (R18.7).
    persistence: 'memory',
    reuseAnonymousId: true,
    capture_pageview: false,
    capture_pageleave: false,
    disable_external_dependency_loading: true,
    advanced_disable_flags: true,
    remote_config_refresh_interval_ms: 0,
    // PostHog drops the events of automated browsers by default, which the browser tests are.
    opt_out_useragent_filter: true,
    // Uncompressed requests can be read in the browser's developer tools.
    disable_compression: true,
    // A beacon carries cookies.
    disable_beacon: true,
    fetch_options: REQUESTS,
    before_send: filterPostHogEvent,
  });

  return {
    /** A page view. `route` is its pattern: the address itself may contain private data. `at`: epoch milliseconds. */
    page({ route, at }: { readonly route: string; readonly at: number }): void {
      const { host, origin } = window.location;
      const page = { $host: host, $pathname: route, $current_url: origin + route };
      posthog.capture('$pageview', page, { timestamp: new Date(at) });
    },
    identify(session: SignedInSession): void {
      posthog.register({ impersonated: session.impersonated });
      posthog.identify(session.memberId, person(session));
      const { id, slug, name } = session.organization;
      posthog.group('organization', id, { slug, name });
    },
    transition({ at, from, event, to, milliseconds }: ObservedTransition): void {
      const step = { from, event, to, milliseconds, machine };
      posthog.capture('auth transition', step, { timestamp: new Date(at) });
    },
    /** No member is signed in any more. The next calls belong to another person. */
    reset(): void {
      posthog.reset();
    },
  };
}

function person({ emailAddress, memberName, organization }: SignedInSession) {
  return {
    email: emailAddress ?? '',
    name: fullName(memberName),
    organization_id: organization.id,
    organization_slug: organization.slug,
    organization_name: organization.name,
  };
}

/** The properties of a person. All others are removed. */
const PERSON_PROPERTIES = [
  'email',
  'name',
  'organization_id',
  'organization_slug',
  'organization_name',
] as const;

/** Removes every property that is not listed. Returns `null`, which drops the event, for an unknown event. */
export function filterPostHogEvent(event: CaptureResult | null): CaptureResult | null {
  if (event === null || !EVENTS.includes(event.event)) return null;
  const names = event.event === '$pageview' ? [...PROPERTIES, ...PAGE_PROPERTIES] : PROPERTIES;
  const { uuid, properties, timestamp, $set } = event;
  return {
    uuid,
    event: event.event,
    properties: pick(properties, names),
    ...(timestamp && { timestamp }),
    ...($set && { $set: pick($set, PERSON_PROPERTIES) }),
  };
}
