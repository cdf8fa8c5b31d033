import { describe, expect, it, vi } from 'vitest';
import type { SignedInSession } from '#machines/auth/auth.types.ts';
import { REFRESH_INTERVAL } from '#machines/rules/limits.ts';
import { createSessionRefresh } from '#src/stytch/refresh/refresh.ts';
import { createRefreshLeader } from '#src/stytch/refresh/refresh-leader.ts';
import { createRefreshSchedule } from '#src/stytch/refresh/refresh-schedule.ts';
import { type Outage, simulateHerd, visitRequests } from '#tools/bench/herd.ts';
import { createLocks } from '../../src/stytch/support/locks.ts';
import { MemoryStorage } from '../../src/stytch/support/memory-storage.ts';
import { VirtualTime } from '../../src/stytch/support/virtual-time.ts';

const START = Date.UTC(2026, 0, 5, 12);
const HOUR = 60 * 60_000;
const RESPONSE_TIME = 200;

const session: SignedInSession = {
  sessionId: 'session-1',
  memberId: 'member-1',
  memberName: 'Ada',
  emailAddress: 'ada@acme.example',
  organization: { id: 'organization-1', slug: 'acme', name: 'Acme' },
  roles: [],
  expiresAt: START + 24 * HOUR,
  impersonated: false,
};

/** The times of the requests that the product's own refresh sends from several tabs of one browser. */
async function requestsOfTabs(tabs: number, outage: Outage): Promise<number[]> {
  vi.stubGlobal('window', { localStorage: new MemoryStorage() });
  const time = new VirtualTime(START);
  const locks = createLocks();
  const requests: number[] = [];
  createRefreshSchedule(time.now).recordSuccess();

  async function authenticate(): Promise<void> {
    const at = time.now() - START;
    requests.push(at);
    await time.wait(RESPONSE_TIME);
    if (at >= outage.start && at < outage.end) throw new TypeError('Failed to fetch');
  }

  async function openTab(): Promise<void> {
    const schedule = createRefreshSchedule(time.now);
    const { lastActivityAt } = schedule;
    const refresh = createSessionRefresh({
      schedule,
      runAsLeader: createRefreshLeader({ locks, lastActivityAt, now: time.now }),
      authenticate,
      currentSession: () => session,
      isConfirmed: () => true,
      resyncSdk: () => undefined,
      now: time.now,
      random: () => 0.5,
    });
    let attempt = 1;
    await time.wait(REFRESH_INTERVAL);
    for (;;) {
      const result = await refresh.attempt(
        { attempt, mode: 'scheduled' },
        new AbortController().signal,
      );
      if (result.kind === 'failed') return;
      if (result.kind === 'refreshed') {
        attempt = 1;
        await time.wait(Math.max(result.at + REFRESH_INTERVAL - time.now(), 0));
        continue;
      }
      if (result.kind === 'unavailable') attempt += 1;
      await time.wait(result.retryInMs);
    }
  }

  for (let tab = 0; tab < tabs; tab += 1) void openTab();
  await time.runUntil(START + HOUR);
  vi.unstubAllGlobals();
  return requests;
}

/** The times of the requests of the simulation. */
function simulatedRequests(outage: Outage): number[] {
  const requests: number[] = [];
  const run = { signedInAt: 0, until: HOUR, random: () => 0.5, responseTime: () => RESPONSE_TIME };
  visitRequests({ ...run, outage }, (at) => requests.push(at));
  return requests;
}

describe('visitRequests', () => {
  it.each([1, 2, 5])(
    'sends what the product sends from %i tabs, through an outage of ten minutes [R11.3, R11.4, R11.8, R11.18]',
    async (tabs) => {
      const outage = { start: 20 * 60_000, end: 30 * 60_000 };
      const sent = await requestsOfTabs(tabs, outage);
      const simulated = simulatedRequests(outage);
      expect(sent).toEqual(simulated);
      expect(simulated.length).toBeGreaterThan(20);
    },
  );
});

describe('simulateHerd', () => {
  const herd = { browsers: 2_000, until: 8 * HOUR };

  it('sends one request per browser and interval when nothing fails', () => {
    const { steady, peakInOutage } = simulateHerd({ ...herd, outage: 0 });
    expect(steady).toBeCloseTo(2_000 / (REFRESH_INTERVAL / 1_000 + 0.2), 0);
    expect(peakInOutage).toBe(0);
  });

  it('has refreshed everybody one longest backoff delay after an outage', () => {
    const { allRefreshed } = simulateHerd({ ...herd, outage: 10 * 60_000 });
    expect(allRefreshed).toBeGreaterThan(180_000);
    expect(allRefreshed).toBeLessThan(257_000);
  });

  it('is as even an hour after an outage as before it [R11.18]', () => {
    const { steady, peakAfter, peakAnHourLater } = simulateHerd({
      ...herd,
      browsers: 100_000,
      outage: 150_000,
    });
    expect(peakAfter / steady).toBeGreaterThan(4);
    expect(peakAnHourLater / steady).toBeLessThan(1.3);
  });

  it('returns the same for the same day', () => {
    const outage = 60_000;
    expect(simulateHerd({ ...herd, outage })).toEqual(simulateHerd({ ...herd, outage }));
  });
});
