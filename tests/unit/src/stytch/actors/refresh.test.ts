// @vitest-environment happy-dom
import { describe, expect, it, vi } from 'vitest';
import { BUSY_TIMEOUT, REFRESH_INTERVAL } from '#machines/rules/limits.ts';
import { messages } from '#machines/rules/messages.ts';
import { hasSessionCookie } from '#src/stytch/session/session.ts';
import { flushMicrotasks } from '../support/flush-microtasks.ts';
import {
  listenToExternalEvents,
  runActor,
  SDK_STATE_KEY,
  setUpHarness,
  startActor,
} from '../support/harness.ts';
import { loadSignedIn } from '../support/load-signed-in.ts';

const REFRESH = '/b2b/sessions/authenticate';
const scheduled = { attempt: 1, mode: 'scheduled' } as const;
const urgent = { attempt: 1, mode: 'urgent' } as const;
const extend = { attempt: 1, mode: 'extend' } as const;

const harness = setUpHarness();

describe('refresh actor', () => {
  it('sends one request after 3 minutes, and none for the SDK’s worker [R11.3, R11.16]', async () => {
    const stytchAuth = await loadSignedIn(harness);
    const first = await runActor(stytchAuth.actors.refresh, scheduled);
    expect(first).toMatchObject({ kind: 'refreshed' });
    expect(harness.requestsTo(REFRESH)).toBe(0);

    await vi.advanceTimersByTimeAsync(REFRESH_INTERVAL);
    expect(harness.requestsTo(REFRESH)).toBe(0);
    expect(await runActor(stytchAuth.actors.refresh, scheduled)).toMatchObject({
      kind: 'refreshed',
      at: Date.now(),
    });
    expect(harness.requestsTo(REFRESH)).toBe(1);
    expect(harness.lastBody()).not.toHaveProperty('session_duration_minutes');

    // The SDK's worker makes a call per interval, which is not sent.
    await vi.advanceTimersByTimeAsync(10 * REFRESH_INTERVAL);
    expect(harness.requestsTo(REFRESH)).toBe(1);
  });

  it('backs off in an outage, once for all tabs [R11.4, R11.8]', async () => {
    const stytchAuth = await loadSignedIn(harness);
    await vi.advanceTimersByTimeAsync(REFRESH_INTERVAL);
    harness.offline = true;
    const delays: number[] = [];
    for (let attempt = 1; attempt <= 9; attempt += 1) {
      const result = await runActor(stytchAuth.actors.refresh, { attempt, mode: 'scheduled' });
      if (result.kind !== 'unavailable') throw new Error(`It was ${result.kind}`);
      delays.push(result.retryInMs);
      // Another tab, which has not failed itself, waits for the same time.
      expect(await runActor(stytchAuth.actors.refresh, scheduled)).toEqual({
        kind: 'deferred',
        retryInMs: result.retryInMs,
      });
      await vi.advanceTimersByTimeAsync(result.retryInMs);
    }
    expect(delays).toEqual(
      [4, 8, 16, 32, 64, 128, 256, 256, 256].map((seconds) => seconds * 1_000),
    );
    harness.offline = false;
    expect(await runActor(stytchAuth.actors.refresh, scheduled)).toMatchObject({
      kind: 'refreshed',
    });
    expect(hasSessionCookie()).toBe(true);
  });

  it('retries at once when urgent, but not twice within a second', async () => {
    const stytchAuth = await loadSignedIn(harness);
    await vi.advanceTimersByTimeAsync(REFRESH_INTERVAL);
    harness.offline = true;
    await runActor(stytchAuth.actors.refresh, scheduled);
    await vi.advanceTimersByTimeAsync(500);
    expect(await runActor(stytchAuth.actors.refresh, urgent)).toMatchObject({ kind: 'deferred' });
    await vi.advanceTimersByTimeAsync(2_000);
    harness.offline = false;
    expect(await runActor(stytchAuth.actors.refresh, urgent)).toMatchObject({ kind: 'refreshed' });
  });

  it('ends the session when the provider does not know it [R11.5]', async () => {
    const stytchAuth = await loadSignedIn(harness);
    for (const { id } of await harness.control('GET', '/sessions')) {
      await harness.control('DELETE', `/sessions/${id}`);
    }
    const externalEvents = listenToExternalEvents(stytchAuth);
    await vi.advanceTimersByTimeAsync(REFRESH_INTERVAL);
    expect(await runActor(stytchAuth.actors.refresh, scheduled)).toMatchObject({
      kind: 'failed',
      reason: 'session',
      message: messages.sessionEnded,
    });
    expect(hasSessionCookie()).toBe(false);
    expect(externalEvents.events.map(({ type }) => type)).not.toContain('session.gone');
    externalEvents.stop();
  });

  it('extends the session only in the mode extend [R11.10]', async () => {
    const stytchAuth = await loadSignedIn(harness);
    const before = stytchAuth.startInput().session?.expiresAt ?? 0;
    await vi.advanceTimersByTimeAsync(REFRESH_INTERVAL);
    const plain = await runActor(stytchAuth.actors.refresh, scheduled);
    expect(plain).toMatchObject({ session: { expiresAt: before } });
    await vi.advanceTimersByTimeAsync(REFRESH_INTERVAL);
    const longer = await runActor(stytchAuth.actors.refresh, extend);
    expect(harness.lastBody()).toMatchObject({ session_duration_minutes: 1440 });
    const expiresAt = 'session' in longer ? longer.session.expiresAt : 0;
    expect(expiresAt).toBeGreaterThanOrEqual(before + 2 * REFRESH_INTERVAL);
  });

  it('aborts the request with the actor, and ignores a late response', async () => {
    const stytchAuth = await loadSignedIn(harness);
    await vi.advanceTimersByTimeAsync(REFRESH_INTERVAL);
    await harness.fault(REFRESH, { kind: 'hang' }, 1);
    const stored = localStorage.getItem(SDK_STATE_KEY);
    const abandoned = startActor(stytchAuth.actors.refresh, scheduled);
    await flushMicrotasks();
    abandoned.stop();
    await flushMicrotasks();
    expect(localStorage.getItem(SDK_STATE_KEY)).toBe(stored);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(await runActor(stytchAuth.actors.refresh, scheduled)).toMatchObject({
      kind: 'refreshed',
    });
  });

  it('counts a time-out as a failure for all tabs', async () => {
    const stytchAuth = await loadSignedIn(harness);
    await vi.advanceTimersByTimeAsync(REFRESH_INTERVAL);
    await harness.fault(REFRESH, { kind: 'hang' }, 1);
    const hanging = startActor(stytchAuth.actors.refresh, scheduled);
    await vi.advanceTimersByTimeAsync(BUSY_TIMEOUT);
    hanging.stop();
    await flushMicrotasks();
    expect(await runActor(stytchAuth.actors.refresh, scheduled)).toEqual({
      kind: 'deferred',
      retryInMs: 4_000,
    });
  });
});
