// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { TelemetryMember } from '#src/telemetry/telemetry.types.ts';

interface SentEvent {
  readonly event: string;
  readonly distinct_id: string;
  readonly properties: Record<string, unknown>;
}

const sent: SentEvent[] = [];
const requests: RequestInit[] = [];
const logged: unknown[][] = [];

beforeEach(() => {
  vi.useFakeTimers();
  sent.length = 0;
  requests.length = 0;
  logged.length = 0;
  for (const level of ['debug', 'log', 'info', 'warn', 'error'] as const) {
    vi.spyOn(console, level).mockImplementation((...words) => logged.push(words));
  }
  vi.stubGlobal('fetch', async (_: unknown, init: RequestInit) => {
    const { body } = init;
    requests.push(init);
    const { batch }: { batch: SentEvent[] } = JSON.parse(String(body));
    sent.push(...batch);
    return Response.json({ status: 1 });
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const ada: TelemetryMember = {
  memberId: 'member-ada',
  emailAddress: 'ada@acme.example',
  name: 'Ada',
  organization: { id: 'organization-acme', slug: 'acme', name: 'Acme' },
  impersonated: false,
};
const ben: TelemetryMember = {
  ...ada,
  memberId: 'member-ben',
  emailAddress: 'ben@birch.example',
  name: 'Ben',
  organization: { id: 'organization-birch', slug: 'birch', name: 'Birch' },
};

/** Loads a page. PostHog takes the page's `fetch` when its module is evaluated. */
async function start() {
  vi.resetModules();
  const { createPostHog } = await import('#src/telemetry/posthog.ts');
  return createPostHog({ key: 'phc_key', host: 'https://analytics.example', machine: 'f1' });
}

async function flush(): Promise<void> {
  await vi.advanceTimersByTimeAsync(10_000);
}

const named = (name: string) => sent.filter(({ event }) => event === name);

/** Every property that an event may have when it leaves the page. */
const FIELDS = [
  ...['$session_id', '$insert_id', '$lib', '$lib_version', '$set'],
  ...['$process_person_profile', '$groups', '$group_type', '$group_key', '$group_set'],
  ...['$current_url', '$host', '$pathname'],
  ...['from', 'event', 'to', 'milliseconds', 'machine', 'impersonated'],
];

describe('createPostHog', () => {
  it('identifies a member with their organization, and groups by it [R18.2]', async () => {
    const analytics = await start();
    analytics.identify(ada);
    await flush();
    const [identified] = named('$identify');
    expect(identified?.distinct_id).toBe('member-ada');
    expect(identified?.properties.$set).toEqual({
      email: 'ada@acme.example',
      name: 'Ada',
      organization_id: 'organization-acme',
      organization_slug: 'acme',
      organization_name: 'Acme',
    });
    expect(named('$groupidentify')[0]?.properties).toMatchObject({
      $group_key: 'organization-acme',
      $group_set: { slug: 'acme', name: 'Acme' },
    });
  });

  it('sends no cookie, no address and no other field, and marks what a support person does [R12.2, R18.5]', async () => {
    const analytics = await start();
    const page = () => analytics.page({ route: '/policies', at: Date.now() });
    analytics.identify({ ...ada, impersonated: true });
    page();
    analytics.identify(ada);
    page();
    await flush();
    expect(named('$pageview').map(({ properties }) => properties.impersonated)).toEqual([
      true,
      false,
    ]);
    for (const { properties } of sent) {
      expect(FIELDS).toEqual(expect.arrayContaining(Object.keys(properties)));
    }
    expect(requests[0]).toMatchObject({ credentials: 'omit', referrerPolicy: 'no-referrer' });
  });

  it('never merges two people of one page load [R18.7]', async () => {
    const analytics = await start();
    const page = () => analytics.page({ route: '/policies', at: Date.now() });
    page();
    analytics.identify(ada);
    page();
    analytics.reset();
    page();
    analytics.identify(ben);
    page();
    analytics.reset();
    analytics.identify(ada);
    await flush();
    const ids = named('$pageview').map(({ distinct_id }) => distinct_id);
    expect(new Set(ids).size).toBe(4);
    expect([ids[1], ids[3]]).toEqual(['member-ada', 'member-ben']);
    expect(named('$identify').map(({ distinct_id }) => distinct_id)).toEqual([
      'member-ada',
      'member-ben',
      'member-ada',
    ]);
    expect(sent.filter(({ properties }) => '$anon_distinct_id' in properties)).toEqual([]);
    const sessions = named('$pageview').map(({ properties }) => properties.$session_id);
    expect(sessions[3]).not.toBe(sessions[0]);
  });

  it('never merges two people of one browser, who sign in on different page loads [R18.7]', async () => {
    (await start()).identify(ada);
    (await start()).identify(ben);
    await flush();
    expect(named('$identify')).toHaveLength(2);
    expect(sent.filter(({ properties }) => '$anon_distinct_id' in properties)).toEqual([]);
    expect(Object.keys({ ...localStorage, ...sessionStorage })).toEqual([]);
    expect(document.cookie).toBe('');
  });

  it('sends a step with the fingerprint of the machine [R18.3, R18.8]', async () => {
    const analytics = await start();
    const step = { from: 'a', event: 'b', to: 'c', milliseconds: 1 };
    analytics.transition({ ...step, at: Date.now() });
    await flush();
    expect(named('auth transition')[0]?.properties).toMatchObject({ ...step, machine: 'f1' });
  });

  it('sends what it has gathered when the page is left', async () => {
    const analytics = await start();
    analytics.page({ route: '/policies', at: Date.now() });
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    document.dispatchEvent(new Event('visibilitychange'));
    await vi.advanceTimersByTimeAsync(0);
    expect(named('$pageview')).toHaveLength(1);
    expect(requests[0]).toMatchObject({ keepalive: true });
  });

  it('writes nothing to the console [R18.6]', async () => {
    const analytics = await start();
    analytics.page({ route: '/', at: Date.now() });
    analytics.identify(ada);
    analytics.identify(ada);
    analytics.transition({ from: 'a', event: 'b', to: 'c', milliseconds: 1, at: Date.now() });
    analytics.reset();
    analytics.identify(ben);
    await flush();
    expect(logged).toEqual([]);
  });

  it('writes nothing to the console when its host is blocked, and sends later [R18.6]', async () => {
    const { fetch } = globalThis;
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    const analytics = await start();
    analytics.page({ route: '/', at: Date.now() });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(logged).toEqual([]);
    vi.stubGlobal('fetch', fetch);
    analytics.page({ route: '/health', at: Date.now() });
    await flush();
    expect(named('$pageview')).toHaveLength(2);
  });
});
