import { type CaptureResult, PostHog } from 'posthog-js/dist/module.slim.no-external';
import type { Analytics, TelemetryMember } from './telemetry.types.ts';

/** The properties that PostHog needs, and those that this module sets. All others are removed. */
const PROPERTIES = [
  'token',
  'distinct_id',
  '$device_id',
  '$session_id',
  '$window_id',
  '$insert_id',
  '$lib',
  '$lib_version',
  '$user_id',
  '$is_identified',
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
const requests = { cache: 'no-store', credentials: 'omit', referrerPolicy: 'no-referrer' } as const;

interface PostHogOptions {
  readonly key: string;
  readonly host: string;
  readonly machine: string;
}

/**
 * Starts PostHog with all automatic collection off. It receives only the calls of this interface (R18.5), and
 * of each event only the listed properties are sent.
 *
 * @param options the project's key, the host that receives its events, and the fingerprint of the machine
 */
export function createPostHog({ key, host, machine }: PostHogOptions): Analytics {
  const posthog = new PostHog();
  posthog.init(key, {
    api_host: host,
    // Nothing is stored in this browser. Each page load identifies the member again.
    persistence: 'memory',
    // Without a stored id, each page load has an anonymous id of its own. It is never merged into the member,
    // so that a person who used the page before does not become the same person (R18.7).
    reuseAnonymousId: true,
    person_profiles: 'identified_only',
    autocapture: false,
    rageclick: false,
    capture_pageview: false,
    capture_pageleave: false,
    capture_performance: false,
    capture_heatmaps: false,
    capture_dead_clicks: false,
    capture_exceptions: false,
    disable_session_recording: true,
    disable_surveys: true,
    disable_product_tours: true,
    disable_conversations: true,
    disable_web_experiments: true,
    disable_external_dependency_loading: true,
    disable_capture_url_hashes: true,
    advanced_disable_flags: true,
    advanced_disable_feature_flags: true,
    advanced_disable_toolbar_metrics: true,
    remote_config_refresh_interval_ms: 0,
    save_referrer: false,
    save_campaign_params: false,
    mask_personal_data_properties: true,
    disable_beacon: true,
    // PostHog drops events of automated browsers by default, which the browser tests are.
    opt_out_useragent_filter: true,
    // Uncompressed requests can be read in the browser's developer tools.
    disable_compression: true,
    fetch_options: requests,
    before_send: filterPostHogEvent,
  });

  return {
    page({ route, at }) {
      const { host, origin } = window.location;
      const page = { $host: host, $pathname: route, $current_url: origin + route };
      posthog.capture('$pageview', page, { timestamp: new Date(at) });
    },
    identify(member) {
      posthog.register({ impersonated: member.impersonated });
      posthog.identify(member.memberId, person(member));
      const { id, slug, name } = member.organization;
      posthog.group('organization', id, { slug, name });
    },
    transition({ at, from, event, to, milliseconds }) {
      const step = { from, event, to, milliseconds, machine };
      posthog.capture('auth transition', step, { timestamp: new Date(at) });
    },
    reset() {
      posthog.reset(true);
    },
  };
}

function person({ emailAddress, name, organization }: TelemetryMember) {
  return {
    email: emailAddress,
    name,
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
  const properties = pick(event.properties, names);
  const { uuid, event: name, timestamp, $set } = event;
  return {
    uuid,
    event: name,
    properties,
    ...(timestamp === undefined ? {} : { timestamp }),
    ...($set === undefined ? {} : { $set: pick($set, PERSON_PROPERTIES) }),
  };
}

function pick(values: Readonly<Record<string, unknown>>, names: readonly string[]) {
  return Object.fromEntries(
    names.filter((name) => values[name] !== undefined).map((name) => [name, values[name]]),
  );
}
