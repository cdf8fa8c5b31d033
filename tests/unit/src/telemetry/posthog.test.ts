// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { DORAS_SESSION, SESSION } from '#machines/auth-cases/fixtures.ts';

interface SentEvent {
  readonly event: string;
  readonly timestamp: string;
  readonly properties: Record<string, unknown>;
  readonly $set?: Record<string, unknown>;
}

const sent: SentEvent[] = [];
const addresses: string[] = [];
const requests: RequestInit[] = [];
const logged: unknown[][] = [];

beforeEach(() => {
  vi.useFakeTimers();
  for (const list of [sent, addresses, requests, logged]) list.length = 0;
  for (const level of ['debug', 'log', 'info', 'warn', 'error'] as const) {
    vi.spyOn(console, level).mockImplementation((...words) => logged.push(words));
  }
  vi.stubGlobal('fetch', async (address: unknown, init: RequestInit) => {
    addresses.push(new URL(String(address)).pathname);
    requests.push(init);
    const { batch }: { batch: SentEvent[] } = JSON.parse(String(init.body));
    sent.push(...batch);
    return Response.json({ status: 1 });
  });
});

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
    const at = Date.now() - 5_000;
    identify({ ...SESSION, impersonated: true });
    see();
    identify(SESSION);
    see();
    const step = { from: 'a', event: 'b', to: 'c', milliseconds: 1 };
    transition({ ...step, at });
    await flush();
    expect(named('$identify')[0]?.$set).toEqual({
      email: 'ada@acme.example',
      name: 'Ada Ash',
      organization_id: SESSION.organization.id,
      organization_slug: 'acme',
      organization_name: 'Acme',
    });
    expect(named('$groupidentify')[0]?.properties).toMatchObject({
      $group_type: 'organization',
      $group_key: SESSION.organization.id,
      $group_set: { slug: 'acme', name: 'Acme' },
    });
    expect(named('$pageview')[0]?.properties).toMatchObject({
      $pathname: '/policies',
      $current_url: `${window.location.origin}/policies`,
    });
    const marks = named('$pageview').map(({ properties }) => properties.impersonated);
    expect(marks).toEqual([true, false]);
    expect(named('auth transition')).toMatchObject([
      { timestamp: new Date(at).toISOString(), properties: { ...step, machine: 'f1' } },
    ]);
    expect(requests[0]).toMatchObject({ credentials: 'omit', referrerPolicy: 'no-referrer' });
    expect(logged).toEqual([]);
    // It asks for no settings and no scripts.
    expect([...new Set(addresses)]).toEqual(['/e/']);
  });

  it('never merges two people of one page load [R18.7]', async () => {
    const { identify, reset, see } = await start();
    see();
    identify(SESSION);
    see();
    reset();
    see();
    identify(DORAS_SESSION);
    see();
    await flush();
    const ids = named('$pageview').map(({ properties }) => properties.distinct_id);
    expect(new Set(ids).size).toBe(4);
    expect([ids[1], ids[3]]).toEqual([SESSION.memberId, DORAS_SESSION.memberId]);
    expect(merged()).toEqual([]);
    const sessions = named('$pageview').map(({ properties }) => properties.$session_id);
    expect(sessions[3]).not.toBe(sessions[0]);
  });

  it('tells the pages apart that send at the same time [R18.8]', async () => {
    const pages = [await start(), await start()];
    for (const { see } of [...pages, ...pages]) see();
    await flush();
    const windows = named('$pageview').map(({ properties }) => properties.$window_id);
    expect(new Set(windows).size).toBe(2);
    expect(windows.filter((id) => id === windows[0])).toHaveLength(2);
    expect({ ...sessionStorage, ...localStorage }).toEqual({});
  });

  it('sends what it has gathered when the page is left', async () => {
    (await start()).page({ route: '/policies', at: 1_000 });
    window.dispatchEvent(new Event('pagehide'));
    await vi.advanceTimersByTimeAsync(0);
    expect(named('$pageview')).toMatchObject([{ timestamp: '1970-01-01T00:00:01.000Z' }]);
    expect(requests[0]).toMatchObject({ keepalive: true });
  });
});
