import { expect, test } from 'vitest';
import { statePath } from '#machines/auth/state-path.ts';
import { SESSION } from '#machines/auth-cases/fixtures.ts';
import { signedInTab } from '#machines/auth-cases/start-inputs.ts';
import { createTestMachine, settleCall, type TestRun } from '#tests/model/support/test-machine.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

const testMachine = createTestMachine();

/** The first active state: of a signed-in member, that of the session. */
function pathOf(run: TestRun): string {
  return statePath(run.actor.getSnapshot().value).split(' ')[0] ?? '';
}

/** Expects that the state changes after this time, and not a millisecond earlier. */
function expectToLeaveAfter(run: TestRun, ms: number, next: string): void {
  const before = pathOf(run);
  run.clock.advance(ms - 1);
  expect(pathOf(run)).toBe(before);
  run.clock.advance(1);
  expect(pathOf(run)).toBe(next);
}

/** Lets the refresh that is due return this. */
async function settleRefresh(run: TestRun, output: unknown): Promise<void> {
  const [call] = run.pending;
  if (call === undefined) throw new Error('No refresh is pending.');
  await settleCall(call, { output });
}

/** Starts a tab whose first refresh returned a session that ends after this time. */
async function refreshed(lifetime: number) {
  const run = testMachine.start(signedInTab(SESSION));
  const session = { ...SESSION, expiresAt: run.now() + lifetime };
  await settleRefresh(run, { kind: 'refreshed', session, at: run.now() });
  expect(pathOf(run)).toBe('signedIn.session.authenticated');
  return run;
}

test('a session that ends before the interval is refreshed at its end [R11.3]', async () => {
  const run = await refreshed(2 * MINUTE);
  expectToLeaveAfter(run, 2 * MINUTE, 'signedIn.session.refreshing.sharing');
});

test('a refresh that does not lengthen the session leaves the menu that is read [R11.3, R11.10]', async () => {
  const run = await refreshed(DAY);
  const { session } = run.actor.getSnapshot().context;
  run.clock.advance(3 * MINUTE);
  run.send({ type: 'organization.list' });
  await settleRefresh(run, { kind: 'refreshed', session, at: run.now() });
  expect(pathOf(run)).toBe('signedIn.session.authenticated');
  expect(run.actor.getSnapshot().matches({ signedIn: { menu: 'reading' } })).toBe(true);
});

test('a session does not end by a clock that was ahead at the refresh [R11.19]', async () => {
  const run = await refreshed(-MINUTE);
  run.clock.advance(3 * MINUTE);
  await settleRefresh(run, { kind: 'unavailable', retryInMs: 256_000 });
  expectToLeaveAfter(run, 256_000, 'signedIn.session.refreshing.sharing');
});
