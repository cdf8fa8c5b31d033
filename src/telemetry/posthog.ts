import { type CaptureResult, PostHog } from 'posthog-js/dist/module.slim.no-external';
import type { Analytics, Member } from './telemetry.types.ts';

/** What an event needs to be counted at all, and what this room puts into it. Nothing else leaves. */
const PROPERTIES = [
  'token',
  'distinct_id',
  '$device_id',
  '$session_id',
  '$window_id',
  '$insert_id',
  '$lib',
  '$lib_version',
  '$anon_distinct_id',
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
  'impersonated',
] as const;

/** Said by this room, of page views alone: PostHog puts the page's own address into every event. */
const PAGE_PROPERTIES = ['$current_url', '$host', '$pathname'] as const;

const EVENTS = ['$pageview', '$identify', '$groupidentify', '$set', 'auth transition'];

/** Cookies hold the session, and an analytics host under the product's own domain would be sent them. */
const requests = { cache: 'no-store', credentials: 'omit', referrerPolicy: 'no-referrer' } as const;

/**
 * Starts PostHog with everything off that collects by itself: what it learns, it learns from the calls of
 * this interface (R18.5), and of each event only named fields leave.
 *
 * @param options the project's key, and where its events go
 */
export function createPostHog({ key, host }: { key: string; host: string }): Analytics {
  const posthog = new PostHog();
  posthog.init(key, {
    api_host: host,
    // Nothing of it is kept in this browser: who somebody is, each page says anew.
    persistence: 'memory',
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
    // Sign-in is no page that robots read, and a robot that drives a test is one.
    opt_out_useragent_filter: true,
    // What leaves can be read in the browser's own tools.
    disable_compression: true,
    fetch_options: requests,
    before_send: allowed,
  });

  return {
    page({ route, at }) {
      const { host: where, origin } = window.location;
      const page = { $host: where, $pathname: route, $current_url: origin + route };
      posthog.capture('$pageview', page, { timestamp: new Date(at) });
    },
    identify(member) {
      posthog.register({ impersonated: member.impersonated });
      posthog.identify(member.memberId, person(member));
      const { id, slug, name } = member.organization;
      posthog.group('organization', id, { slug, name });
    },
    transition({ at, from, event, to, milliseconds }) {
      const step = { from, event, to, milliseconds };
      posthog.capture('auth transition', step, { timestamp: new Date(at) });
    },
    reset() {
      posthog.reset(true);
    },
  };
}

function person({ emailAddress, name }: Member) {
  return { email: emailAddress, name };
}

/** An event as it may leave: known by its name, with the fields of the list. */
export function allowed(event: CaptureResult | null): CaptureResult | null {
  if (event === null || !EVENTS.includes(event.event)) return null;
  const names = event.event === '$pageview' ? [...PROPERTIES, ...PAGE_PROPERTIES] : PROPERTIES;
  const properties = Object.fromEntries(
    names
      .filter((name) => event.properties[name] !== undefined)
      .map((name) => [name, event.properties[name]]),
  );
  const { uuid, event: name, timestamp, $set } = event;
  return {
    uuid,
    event: name,
    properties,
    ...(timestamp === undefined ? {} : { timestamp }),
    ...($set === undefined ? {} : { $set: { email: $set.email, name: $set.name } }),
  };
}
