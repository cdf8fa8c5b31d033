import fc from 'fast-check';
import { expect, test } from 'vitest';
import { failureOf, SESSION } from '#machines/auth-cases/fixtures.ts';
import { NEW_TAB, type StartInputData } from '#machines/auth-cases/start-inputs.ts';
import { BUSY_TIMEOUT, REFRESH_INTERVAL } from '#machines/rules/limits.ts';
import { START } from '#statechart/explore/stepper.ts';
import { isNightly } from '../support/nightly.ts';
import {
  createTestMachine,
  type DeferredCall,
  settleCall,
  type TestRun,
} from '../support/test-machine.ts';

const SECOND = 1_000;
const DAY = 24 * 60 * 60 * SECOND;

/** No session ends by itself, also while the computer sleeps for most of the simulated time. */
const SESSION_DURATION = 1_000 * DAY;

const SIGNED_IN: StartInputData = {
  ...NEW_TAB,
  session: { ...SESSION, expiresAt: START + SESSION_DURATION },
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

interface Plan {
  readonly attempts: readonly Attempt[];
  readonly disturbances: readonly Disturbance[];
}

/** What happens on a day, again and again: some refreshes, outages, and a person who comes and goes. */
const plans = fc.record<Plan>({
  attempts: fc.array(
    fc.record<Attempt>({
      after: fc.integer({ min: 0, max: BUSY_TIMEOUT + SECOND }),
      how: fc.constantFrom(
        'refreshed',
        'unavailable',
        'deferred',
        'thrown',
        'unreachable',
        'never',
      ),
    }),
    { minLength: 1, maxLength: 40, size: 'max' },
  ),
  disturbances: fc.array(
    fc.record<Disturbance>({
      in: fc.integer({ min: SECOND, max: 2 * 60 * 60 * SECOND }),
      type: fc.constantFrom('network.online', 'page.visible', 'session.extend', 'sleep'),
    }),
    { minLength: 1, maxLength: 20 },
  ),
});

const testMachine = createTestMachine();

function settlementOf({ how, after }: Attempt, at: number) {
  switch (how) {
    case 'thrown':
      return { error: new Error('an unexpected error') };
    case 'unreachable':
      return { output: failureOf('unreachable') };
    case 'unavailable':
    case 'deferred':
      return { output: { kind: how, retryInMs: 2 * SECOND + 4 * after } };
    default: {
      const session = { ...SESSION, expiresAt: at + SESSION_DURATION };
      return { output: { kind: 'refreshed', isConfirmed: true, session, at } };
    }
  }
}

function refreshes({ calls }: TestRun): readonly DeferredCall[] {
  return calls.filter(({ actor }) => actor === 'refresh');
}

/** Lets a day pass; attempts and disturbances repeat when they are used up. */
async function passDay(run: TestRun, { attempts, disturbances }: Plan): Promise<void> {
  let attempted = 0;
  let disturbed = 0;
  let disturbedAt = disturbances[0]?.in ?? DAY;
  while (run.clock.now() < DAY) {
    const [call] = run.pending;
    const attempt = attempts[attempted % attempts.length];
    const isAnswered = call !== undefined && attempt !== undefined && attempt.how !== 'never';
    const settledAt = isAnswered ? call.madeAt + attempt.after : DAY;
    const next = Math.min(settledAt, run.clock.nextDue() ?? DAY, disturbedAt, DAY);
    run.clock.advance(Math.max(next - run.clock.now(), 0));
    if (call?.state === 'aborted') attempted += 1;
    else if (isAnswered && next === settledAt) {
      attempted += 1;
      await settleCall(call, settlementOf(attempt, run.now()));
    }
    if (next === disturbedAt && disturbances.length > 0) {
      disturb(run, disturbances[disturbed % disturbances.length]);
      disturbed += 1;
      disturbedAt += disturbances[disturbed % disturbances.length]?.in ?? DAY;
    }
  }
}

function disturb(run: TestRun, disturbance: Disturbance | undefined): void {
  if (disturbance?.type === 'sleep') run.sleep(REFRESH_INTERVAL);
  else if (disturbance?.type === 'session.extend') run.send({ type: disturbance.type });
  else if (disturbance !== undefined) run.sendExternal({ type: disturbance.type });
}

test('a member stays signed in on days of random outages, and is refreshed again and again [R11.6]', {
  timeout: 600_000,
}, async () => {
  const property = fc.asyncProperty(plans, async (plan) => {
    const run = testMachine.start(SIGNED_IN, { isRecording: false });
    await passDay(run, plan);
    expect(run.emitted).toEqual([{ type: 'signedIn', by: 'restored' }]);
    expect(refreshes(run).length).toBeGreaterThan(DAY / (2 * 256 * SECOND));
    run.actor.stop();
  });
  await fc.assert(property, { numRuns: isNightly ? 1_000 : 5 });
});

test('a session is refreshed once per interval while every refresh succeeds [R11.3]', async () => {
  const run = testMachine.start(SIGNED_IN);
  await passDay(run, { attempts: [{ after: 0, how: 'refreshed' }], disturbances: [] });
  const made = refreshes(run).map(({ madeAt }) => madeAt);
  const expected = Array.from(
    { length: DAY / REFRESH_INTERVAL + 1 },
    (_, at) => at * REFRESH_INTERVAL,
  );
  expect(made).toEqual(expected);
});
