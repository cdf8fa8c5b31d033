import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { failureOf, SESSION } from '#machines/auth-cases/fixtures.ts';
import { type StartInputData, signedInTab } from '#machines/auth-cases/start-inputs.ts';
import { backoffDelay } from '#machines/rules/backoff.ts';
import {
  BACKOFF_ATTEMPT_CAP,
  BACKOFF_BASE,
  BACKOFF_JITTER,
  BUSY_TIMEOUT,
  REFRESH_INTERVAL,
} from '#machines/rules/limits.ts';
import { START } from '#statechart/explore/stepper.ts';
import { runsOf } from '../support/nightly.ts';
import {
  createTestMachine,
  type DeferredCall,
  settleCall,
  type TestRun,
} from '../support/test-machine.ts';

const DAYS = runsOf(1_000);

const SECOND = 1_000;
const DAY = 24 * 60 * 60 * SECOND;

/** No session ends by itself, also while the computer sleeps for most of the simulated time. */
const SESSION_DURATION = 1_000 * DAY;

const SIGNED_IN: StartInputData = {
  ...signedInTab({ ...SESSION, expiresAt: START + SESSION_DURATION }),
  hasSessionCookie: true,
};

/** How one refresh ends, and after how many milliseconds. */
interface Attempt {
  readonly after: number;
  readonly how: 'refreshed' | 'unavailable' | 'deferred' | 'thrown' | 'unreachable' | 'never';
}

/** An event from outside the machine, in milliseconds after the one before. */
interface Disturbance {
  readonly in: number;
  readonly type: 'network.online' | 'page.visible' | 'session.extend' | 'sleep';
}

const after = fc.integer({ min: 0, max: BUSY_TIMEOUT + SECOND });

const failure = fc.constantFrom<Attempt['how']>(
  'unavailable',
  'deferred',
  'thrown',
  'unreachable',
  'never',
);

/** Some refreshes that succeed, and an outage after them. */
const spell = fc
  .tuple(
    fc.array(fc.record<Attempt>({ after, how: fc.constant('refreshed') }), { maxLength: 10 }),
    fc.array(fc.record<Attempt>({ after, how: failure }), { minLength: 1, maxLength: 12 }),
  )
  .map(([quiet, outage]) => [...quiet, ...outage]);

const attempts = fc
  .array(spell, { minLength: 1, maxLength: 8, size: 'max' })
  .map((spells) => spells.flat());

const disturbances = fc.array(
  fc.record<Disturbance>({
    in: fc.integer({ min: SECOND, max: 2 * 60 * 60 * SECOND }),
    type: fc.constantFrom('network.online', 'page.visible', 'session.extend', 'sleep'),
  }),
  { minLength: 1, maxLength: 20 },
);

const testMachine = createTestMachine();

function settlementOf(
  { how, after }: Attempt,
  run: TestRun,
  failed: number,
): { output: unknown } | { error: unknown } {
  const at = run.now();
  if (how === 'thrown') return { error: new Error('an unexpected error') };
  if (how === 'unreachable') return { output: failureOf('unreachable') };
  if (how === 'unavailable') {
    return { output: { kind: 'unavailable', retryInMs: backoffDelay(failed, 0.5) } };
  }
  if (how === 'deferred')
    return { output: { kind: 'deferred', retryInMs: 2 * SECOND + 4 * after } };
  return {
    output: {
      kind: 'refreshed',
      isConfirmed: true,
      session: { ...SESSION, expiresAt: at + SESSION_DURATION },
      at,
    },
  };
}

function refreshes(run: TestRun): readonly DeferredCall[] {
  return run.calls.filter(({ actor }) => actor === 'refresh');
}

function pendingCall(run: TestRun): DeferredCall | null {
  const [call, another] = run.pending;
  if (another !== undefined) throw new Error('Two calls are pending.');
  return call ?? null;
}

/** Advances a run to `end` on its clock; attempts and disturbances repeat when they are used up. */
async function runUntil(
  run: TestRun,
  end: number,
  plan: { readonly attempts: readonly Attempt[]; readonly disturbances: readonly Disturbance[] },
): Promise<void> {
  let attempted = 0;
  let disturbed = 0;
  let nextDisturbance = plan.disturbances[0]?.in ?? end;
  while (run.clock.now() < end) {
    const call = pendingCall(run);
    const attempt = plan.attempts[attempted % plan.attempts.length];
    const settledAt =
      call && attempt && attempt.how !== 'never' ? call.madeAt + attempt.after : end;
    const timer = run.clock.nextDue() ?? end;
    const next = Math.min(settledAt, timer, nextDisturbance, end);
    run.clock.advance(Math.max(next - run.clock.now(), 0));
    if (call?.state === 'aborted') attempted += 1;
    else if (call && attempt && next === settledAt) {
      attempted += 1;
      const { refreshAttempt } = run.actor.getSnapshot().context;
      await settleCall(call, settlementOf(attempt, run, refreshAttempt + 1));
    }
    if (next === nextDisturbance) {
      disturb(run, plan.disturbances[disturbed % plan.disturbances.length]);
      disturbed += 1;
      nextDisturbance += plan.disturbances[disturbed % plan.disturbances.length]?.in ?? end;
    }
    if (!run.actor.getSnapshot().hasTag('signedIn')) throw new Error('Signed out by an outage.');
  }
}

function disturb(run: TestRun, disturbance: Disturbance | undefined): void {
  if (disturbance === undefined) return;
  if (disturbance.type === 'sleep') run.sleep(REFRESH_INTERVAL);
  else if (disturbance.type === 'session.extend') run.send({ type: disturbance.type });
  else run.sendExternal({ type: disturbance.type });
}

describe('a signed-in tab over a simulated day', () => {
  test(`stays signed in through random outages on ${DAYS} days [R11.6]`, {
    timeout: 600_000,
  }, async () => {
    let days = 0;
    const property = fc.asyncProperty(attempts, disturbances, async (planned, between) => {
      const run = testMachine.start(SIGNED_IN, { isRecording: false });
      await runUntil(run, DAY, { attempts: planned, disturbances: between });
      expect(run.emitted).toEqual([{ type: 'signedIn', by: 'restored' }]);
      expect(refreshes(run).length).toBeGreaterThan(DAY / (2 * 256 * SECOND));
      run.actor.stop();
      days += 1;
    });
    await fc.assert(property, { numRuns: DAYS });
    expect(days).toBe(DAYS);
  });

  test('signs out at once when the provider ends the session, whatever came before [R11.5]', {
    timeout: 120_000,
  }, async () => {
    const property = fc.asyncProperty(
      attempts,
      disturbances,
      fc.nat(DAY),
      async (planned, between, when) => {
        const run = testMachine.start(SIGNED_IN, { isRecording: false });
        await runUntil(run, when, { attempts: planned, disturbances: between });
        while (pendingCall(run) === null)
          run.clock.advance((run.clock.nextDue() ?? 0) - run.clock.now());
        const call = pendingCall(run);
        if (call === null) throw new Error('No refresh was made.');
        await settleCall(call, { output: failureOf('session') });
        expect(run.actor.getSnapshot().matches({ signedOut: 'default' })).toBe(true);
        expect(run.emitted.at(-1)).toEqual({ type: 'signedOut', reason: 'expired' });
        run.actor.stop();
      },
    );
    await fc.assert(property, { numRuns: runsOf(100) });
  });

  test('refreshes once per interval when every refresh succeeds [R11.3]', async () => {
    const run = testMachine.start(SIGNED_IN);
    await runUntil(run, DAY, { attempts: [{ after: 0, how: 'refreshed' }], disturbances: [] });
    const made = refreshes(run).map(({ madeAt }) => madeAt);
    expect(made).toHaveLength(DAY / REFRESH_INTERVAL + 1);
    expect(made.every((at, index) => at === index * REFRESH_INTERVAL)).toBe(true);
    expect(new Set(refreshes(run).map(({ input }) => JSON.stringify(input)))).toEqual(
      new Set([JSON.stringify({ attempt: 1, mode: 'scheduled' })]),
    );
  });

  test('doubles the delay after each failed refresh, within the jitter [R11.4]', async () => {
    const property = fc.asyncProperty(
      fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
      async (chance) => {
        const run = testMachine.start(SIGNED_IN, { random: () => chance });
        for (let failed = 1; failed <= BACKOFF_ATTEMPT_CAP + 3; failed += 1) {
          const call = pendingCall(run);
          if (call === null) throw new Error('No refresh was made.');
          expect(call.input).toEqual({ attempt: failed, mode: 'scheduled' });
          await settleCall(call, { error: new Error('an unexpected error') });
          const wait = (run.clock.nextDue() ?? 0) - run.clock.now();
          const middle = BACKOFF_BASE * 2 ** Math.min(failed, BACKOFF_ATTEMPT_CAP);
          expect(Math.abs(wait - middle)).toBeLessThanOrEqual(BACKOFF_JITTER);
          run.clock.advance(wait - 1);
          expect(pendingCall(run)).toBeNull();
          run.clock.advance(1);
        }
        run.actor.stop();
      },
    );
    await fc.assert(property, { numRuns: 100 });
  });
});
