import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { EMPTY_MEMORY } from '#machines/auth/auth.context.ts';
import type { AuthEvent } from '#machines/auth/auth.types.ts';
import { failureOf, SESSION } from '#machines/explore/fixtures.ts';
import type { StartInputData } from '#machines/explore/start-inputs.ts';
import { backoffDelay } from '#machines/rules/backoff.ts';
import {
  BACKOFF_ATTEMPT_CAP,
  BACKOFF_BASE,
  BACKOFF_JITTER,
  BUSY_TIMEOUT,
  REFRESH_INTERVAL,
} from '#machines/rules/limits.ts';
import { printReport } from '../support/print-report.ts';
import {
  createTestMachine,
  type DeferredCall,
  settleCall,
  type TestRun,
} from '../support/test-machine.ts';

/** How many days are lived; more for a longer search. */
const DAYS = Number(process.env.DAYS ?? 1_000);

const SECOND = 1_000;
const DAY = 24 * 60 * 60 * SECOND;

/** A tab with a session that outlasts the day. */
const INPUT: StartInputData = {
  memory: EMPTY_MEMORY,
  callback: null,
  linkWasRequestedHere: false,
  session: { ...SESSION, expiresAt: 2 * DAY },
  hasSessionCookie: true,
  hasIntermediateCookie: false,
};

/** What becomes of one refresh, and after how long. */
interface Attempt {
  readonly after: number;
  readonly how: 'refreshed' | 'unavailable' | 'deferred' | 'thrown' | 'unreachable' | 'never';
}

/** Something that happens around the page in the meantime. */
interface Happening {
  readonly in: number;
  readonly what: 'network.online' | 'page.visible' | 'session.extend' | 'sleep';
}

const after = fc.integer({ min: 0, max: BUSY_TIMEOUT + SECOND });

const failure = fc.constantFrom<Attempt['how']>(
  'unavailable',
  'deferred',
  'thrown',
  'unreachable',
  'never',
);

/** A quiet time and the outage after it, by what each attempt comes to. */
const spell = fc
  .tuple(
    fc.array(fc.record<Attempt>({ after, how: fc.constant('refreshed') }), { maxLength: 10 }),
    fc.array(fc.record<Attempt>({ after, how: failure }), { minLength: 1, maxLength: 12 }),
  )
  .map(([quiet, outage]) => [...quiet, ...outage]);

const attempts = fc
  .array(spell, { minLength: 1, maxLength: 8, size: 'max' })
  .map((spells) => spells.flat());

const happenings = fc.array(
  fc.record<Happening>({
    in: fc.integer({ min: SECOND, max: 2 * 60 * 60 * SECOND }),
    what: fc.constantFrom('network.online', 'page.visible', 'session.extend', 'sleep'),
  }),
  { minLength: 1, maxLength: 20 },
);

const testMachine = createTestMachine();

/** The answer an attempt gives, at the moment it is given. */
function answerTo(
  { how, after }: Attempt,
  run: TestRun,
  failed: number,
): { output: unknown } | { error: unknown } {
  const at = run.now();
  if (how === 'thrown') return { error: new Error('a fault nobody named') };
  if (how === 'unreachable') return { output: failureOf('unreachable') };
  if (how === 'unavailable') {
    return { output: { kind: 'unavailable', retryInMs: backoffDelay(failed, 0.5) } };
  }
  if (how === 'deferred')
    return { output: { kind: 'deferred', retryInMs: 2 * SECOND + 4 * after } };
  return { output: { kind: 'refreshed', session: { ...SESSION, expiresAt: at + DAY }, at } };
}

/** The refreshes of a life: those still waited for, and all that were ever made. */
function refreshes(run: TestRun): readonly DeferredCall[] {
  return run.calls.filter(({ actor }) => actor === 'refresh');
}

function waitedFor(run: TestRun): DeferredCall | null {
  const [call, another] = run.pending;
  if (another !== undefined) throw new Error('Two calls are in flight.');
  return call ?? null;
}

/** Lives until `end` on the clock, with every refresh and every happening of the plan. */
async function live(
  run: TestRun,
  end: number,
  plan: { readonly attempts: readonly Attempt[]; readonly happenings: readonly Happening[] },
): Promise<void> {
  let made = 0;
  let happened = 0;
  let nextHappening = plan.happenings[0]?.in ?? end;
  while (run.clock.now() < end) {
    const call = waitedFor(run);
    const attempt = plan.attempts[made % plan.attempts.length];
    const answered = call && attempt && attempt.how !== 'never' ? call.madeAt + attempt.after : end;
    const timer = run.clock.nextDue() ?? end;
    const next = Math.min(answered, timer, nextHappening, end);
    run.clock.advance(Math.max(next - run.clock.now(), 0));
    if (call?.state === 'aborted') made += 1;
    else if (call && attempt && next === answered) {
      made += 1;
      const { refreshAttempt } = run.actor.getSnapshot().context;
      await settleCall(call, answerTo(attempt, run, refreshAttempt + 1));
    }
    if (next === nextHappening) {
      happen(run, plan.happenings[happened % plan.happenings.length]);
      happened += 1;
      nextHappening += plan.happenings[happened % plan.happenings.length]?.in ?? end;
    }
    if (!run.actor.getSnapshot().hasTag('signedIn')) throw new Error('Signed out by an outage.');
  }
}

function happen(run: TestRun, happening: Happening | undefined): void {
  if (happening === undefined) return;
  if (happening.what === 'sleep') run.sleep(REFRESH_INTERVAL);
  else {
    const event: AuthEvent = { type: happening.what };
    if (event.type === 'session.extend') run.send(event);
    else run.sendExternal(event);
  }
}

describe('a day of signed-in life on a simulated clock', () => {
  test(`${DAYS} days of random outages sign nobody out [R11.6]`, { timeout: 600_000 }, async () => {
    let lived = 0;
    let asked = 0;
    const days = fc.asyncProperty(attempts, happenings, async (planned, around) => {
      const run = testMachine.start(INPUT, { isRecording: false });
      await live(run, DAY, { attempts: planned, happenings: around });
      expect(run.emitted).toEqual([{ type: 'signedIn', by: 'restored' }]);
      expect(refreshes(run).length).toBeGreaterThan(DAY / (2 * 256 * SECOND));
      run.actor.stop();
      lived += 1;
      asked += refreshes(run).length;
    });
    await fc.assert(days, { numRuns: DAYS });
    expect(lived).toBe(DAYS);
    printReport(`${lived} days with ${asked} refreshes`);
  });

  test('an unrecoverable answer signs out at once, whatever came before [R11.5]', {
    timeout: 120_000,
  }, async () => {
    const ends = fc.asyncProperty(
      attempts,
      happenings,
      fc.nat(DAY),
      async (planned, around, when) => {
        const run = testMachine.start(INPUT, { isRecording: false });
        await live(run, when, { attempts: planned, happenings: around });
        while (waitedFor(run) === null)
          run.clock.advance((run.clock.nextDue() ?? 0) - run.clock.now());
        const call = waitedFor(run);
        if (call === null) throw new Error('No refresh was made.');
        await settleCall(call, { output: failureOf('session') });
        expect(run.actor.getSnapshot().matches({ signedOut: 'default' })).toBe(true);
        expect(run.emitted.at(-1)).toEqual({ type: 'signedOut', reason: 'expired' });
        run.actor.stop();
      },
    );
    await fc.assert(ends, { numRuns: Math.ceil(DAYS / 10) });
  });

  test('a quiet day has one refresh in every interval [R11.3]', async () => {
    const run = testMachine.start(INPUT);
    await live(run, DAY, { attempts: [{ after: 0, how: 'refreshed' }], happenings: [] });
    const made = refreshes(run).map(({ madeAt }) => madeAt);
    expect(made).toHaveLength(DAY / REFRESH_INTERVAL + 1);
    expect(made.every((at, index) => at === index * REFRESH_INTERVAL)).toBe(true);
    expect(new Set(refreshes(run).map(({ input }) => JSON.stringify(input)))).toEqual(
      new Set([JSON.stringify({ attempt: 1, mode: 'scheduled' })]),
    );
  });

  test('without an answer each wait doubles, within the jitter [R11.4]', async () => {
    const waits = fc.asyncProperty(
      fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
      async (chance) => {
        const run = testMachine.start(INPUT, { random: () => chance });
        for (let failed = 1; failed <= BACKOFF_ATTEMPT_CAP + 3; failed += 1) {
          const call = waitedFor(run);
          if (call === null) throw new Error('No refresh was made.');
          expect(call.input).toEqual({ attempt: failed, mode: 'scheduled' });
          await settleCall(call, { error: new Error('a fault nobody named') });
          const wait = (run.clock.nextDue() ?? 0) - run.clock.now();
          const middle = BACKOFF_BASE * 2 ** Math.min(failed, BACKOFF_ATTEMPT_CAP);
          expect(Math.abs(wait - middle)).toBeLessThanOrEqual(BACKOFF_JITTER);
          run.clock.advance(wait - 1);
          expect(waitedFor(run)).toBeNull();
          run.clock.advance(1);
        }
        run.actor.stop();
      },
    );
    await fc.assert(waits, { numRuns: 100 });
  });
});
