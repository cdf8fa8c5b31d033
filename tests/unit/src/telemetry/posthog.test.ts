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
  for (const list of [sent, requests, logged]) list.length = 0;
  for (const level of ['debug', 'log', 'info', 'warn', 'error'] as const) {
    vi.spyOn(console, level).mockImplementation((...words) => logged.push(words));
  }
  vi.stubGlobal('fetch', async (_: unknown, init: RequestInit) => {
    requests.push(init);
    const { batch }: { batch: SentEvent[] } = JSON.parse(String(init.body));
    sent.push(...batch);
    return Response.json({ status: 1 });
  });
});
afterEach(() => void vi.useRealTimers());

const ada: TelemetryMember = {
  memberId: 'member-ada',
  emailAddress: 'ada@acme.example',
  name: 'Ada',
  organization: { id: 'organization-acme', slug: 'acme', name: 'Acme' },
  impersonated: false,
};
const ben = { ...ada, memberId: 'member-ben', emailAddress: 'ben@birch.example', name: 'Ben' };

/** Loads a page. PostHog takes the page's `fetch` when its module is evaluated. */
async function start() {
  vi.resetModules();
  const { createPostHog } = await import('#src/telemetry/posthog.ts');
  const analytics = createPostHog({
    key: 'phc_key',
    host: 'https://analytics.example',
    machine: 'f1',
  });
  return { ...analytics, see: () => analytics.page({ route: '/policies', at: Date.now() }) };
}

const flush = () => vi.advanceTimersByTimeAsync(10_000);
const named = (name: string) => sent.filter(({ event }) => event === name);
const merged = () => sent.filter(({ properties }) => '$anon_distinct_id' in properties);

describe('createPostHog', () => {
  it('sends members, groups and steps without cookies, and marks what a support person does [R12.2, R18.2, R18.3, R18.6, R18.8]', async () => {
    const { identify, transition, see } = await start();
    identify({ ...ada, impersonated: true });
    see();
    identify(ada);
    see();
    const step = { from: 'a', event: 'b', to: 'c', milliseconds: 1 };
    transition({ ...step, at: Date.now() });
    await flush();
    expect(named('$identify')[0]?.properties.$set).toEqual({
      email: 'ada@acme.example',
      name: 'Ada',
      organization_id: 'organization-acme',
      organization_slug: 'acme',
      organization_name: 'Acme',
    });
    expect(named('$groupidentify')[0]?.properties.$group_key).toBe('organization-acme');
    const marks = named('$pageview').map(({ properties }) => properties.impersonated);
    expect(marks).toEqual([true, false]);
    expect(named('auth transition')[0]?.properties).toMatchObject({ ...step, machine: 'f1' });
    expect(requests[0]).toMatchObject({ credentials: 'omit', referrerPolicy: 'no-referrer' });
    expect(logged).toEqual([]);
  });

  it('never merges two people of one page load [R18.7]', async () => {
    const { identify, reset, see } = await start();
    see();
    identify(ada);
    see();
    reset();
    see();
    identify(ben);
    see();
    await flush();
    const ids = named('$pageview').map(({ distinct_id }) => distinct_id);
    expect(new Set(ids).size).toBe(4);
    expect([ids[1], ids[3]]).toEqual(['member-ada', 'member-ben']);
    expect(merged()).toEqual([]);
    const sessions = named('$pageview').map(({ properties }) => properties.$session_id);
    expect(sessions[3]).not.toBe(sessions[0]);
  });

  it('sends what it has gathered when the page is left', async () => {
    (await start()).see();
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    document.dispatchEvent(new Event('visibilitychange'));
    await vi.advanceTimersByTimeAsync(0);
    expect(named('$pageview')).toHaveLength(1);
    expect(requests[0]).toMatchObject({ keepalive: true });
  });

  it('writes nothing to the console when its host is blocked, and sends later [R18.6]', async () => {
    const { fetch } = globalThis;
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    const { see } = await start();
    see();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(logged).toEqual([]);
    vi.stubGlobal('fetch', fetch);
    see();
    await flush();
    expect(named('$pageview')).toHaveLength(2);
  });
});
