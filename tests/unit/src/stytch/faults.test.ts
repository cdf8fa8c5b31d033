// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest';
import { FAULT_KINDS } from '#emulator/store/state.ts';
import { type AuthSnapshot, authView } from '#machines/auth/auth.view.ts';
import { statePath } from '#machines/auth/state-path.ts';
import { BUSY_TIMEOUT } from '#machines/rules/limits.ts';
import { type AuthActor, startAuthActor } from '#src/app/auth-actor.ts';
import { readStoredSignIn } from '#src/storage/read-stored-sign-in.ts';
import { endpoints } from '#src/stytch/calls/calls.ts';
import { INTERMEDIATE_COOKIE, readCookie, SESSION_COOKIE } from '#src/stytch/session/cookies.ts';
import { digestOf } from '#src/stytch/session/digest.ts';
import { navigatedUrl } from './support/browser.ts';
import { endpointCallSetups } from './support/endpoint-call-setups.ts';
import { SDK_STATE_KEY, setUpHarness } from './support/harness.ts';

/** Milliseconds by which the fault `slow` delays a response, and by which the clock advances at a time. */
const SLOW_LATENCY = 8_000;
const CLOCK_STEP = 250;

/** Every kind of fault that the emulator knows, and `error` with one status of each kind. */
const faultCases = FAULT_KINDS.flatMap((kind): { name: string; fault: object }[] => {
  if (kind === 'slow') return [{ name: kind, fault: { kind, latencyMs: SLOW_LATENCY } }];
  if (kind !== 'error') return [{ name: kind, fault: { kind } }];
  return [401, 403, 429, 500].map((status) => {
    const fault = { kind, status, message: `The provider said ${status}.`, retryAfter: 30 };
    return { name: `${kind} ${status}`, fault };
  });
});

/** Events that a person can send. Without any of them the sign-in would be at a dead end. */
const NEXT_STEPS = [
  { type: 'google.start' },
  { type: 'organization.type' },
  { type: 'organization.submit', name: 'New Team' },
  { type: 'organization.chooseDifferent' },
  { type: 'organization.list' },
  { type: 'signOut' },
] as const;

const harness = setUpHarness({ fakeTimers: true });
let actor: AuthActor | null = null;
afterEach(() => {
  actor?.stop();
  actor = null;
});

/** Whether an actor of the machine is still running, apart from `sessionMonitor`. */
function isBusy({ children }: AuthSnapshot): boolean {
  return Object.entries(children).some(
    ([id, child]) => id !== 'sessionMonitor' && child?.getSnapshot().status === 'active',
  );
}

/** Advances the clock until the machine is not busy. Returns by how many milliseconds. */
async function settle(auth: AuthActor, step = CLOCK_STEP): Promise<number> {
  const from = Date.now();
  do {
    await vi.advanceTimersByTimeAsync(step);
    for (let round = 0; round < 3; round += 1) {
      await new Promise((resolve) => setImmediate(resolve));
      // Digests take real time, and end in about the order in which they began.
      await digestOf('');
    }
  } while (isBusy(auth.getSnapshot()) && Date.now() - from < 4 * BUSY_TIMEOUT);
  return Date.now() - from;
}

/** What this browser holds of a session and of an intermediate session. */
const held = () => ({
  state: localStorage.getItem(SDK_STATE_KEY),
  session: readCookie(SESSION_COOKIE),
  intermediate: readCookie(INTERMEDIATE_COOKIE),
});

/** What the notice of a fault says. The provider's own words are shown where the product has none. */
function sentenceOf(kind: string): RegExp {
  if (kind === 'error 401') return /ended|paused|said 401/;
  if (kind === 'error 429') return /Too many/;
  if (kind.startsWith('error')) return new RegExp(`The provider said ${kind.slice(-3)}`);
  return /took too long|could not reach|Multi-factor|used or has expired|Your organization was not|said/;
}

const scenarios = new Map(Object.entries(endpointCallSetups));

describe.each(Object.entries(endpoints))('%s', (name, { path }) => {
  it.each(faultCases)(
    'shows a notice and a next step after $name, and changes no session [R14.18, R15.7]',
    async ({ name: kind, fault }) => {
      const scenario = scenarios.get(name);
      if (scenario === undefined) throw new Error(`Nothing calls ${name}.`);
      const stytchAuth = await scenario.load(harness);
      const addFault = () => harness.fault(path, fault, 1);
      if (scenario.isCalledAtStart) await addFault();
      let before = held();
      const auth = startAuthActor(stytchAuth, readStoredSignIn(), null, () => undefined);
      actor = auth;
      if (!scenario.isCalledAtStart) {
        await settle(auth);
        await scenario.prepare(auth, harness, settle);
        await addFault();
        before = held();
        const call = () => scenario.call(auth, harness);
        if (kind === 'error 401' && scenario.startsGoogle) {
          // The intermediate session has ended: Google is the next step, at once.
          expect((await navigatedUrl(call)).pathname).toContain('/public/oauth/google/');
          expect([held().intermediate, held().session]).toEqual([null, before.session]);
          return;
        }
        call();
      }
      if (kind === 'slow') await vi.advanceTimersByTimeAsync(SLOW_LATENCY);
      // The emulator signs a delayed response in real time.
      const waited = await settle(auth, kind === 'slow' ? 1 : CLOCK_STEP);

      const snapshot = auth.getSnapshot();
      const view = authView(snapshot);
      const where = `${name} with ${kind}: ${statePath(snapshot.value)}`;
      expect(harness.handler.store.state.faults, `${where}: the call was not made`).toEqual([]);
      expect(waited, where).toBeLessThanOrEqual(BUSY_TIMEOUT + 2_000);
      expect(isBusy(snapshot), where).toBe(false);
      expect(snapshot.hasTag('busy'), where).toBe(false);
      expect(view.screen, where).not.toBe('loading');
      expect(
        NEXT_STEPS.some((event) => snapshot.can(event)),
        where,
      ).toBe(true);
      if (kind === 'slow' || scenario.isSilent) return;
      const quiet = view.screen === 'app' && view.reconnecting;
      const notice = 'notice' in view ? view.notice : null;
      if (!quiet) {
        expect(notice?.tone, where).not.toBe('success');
        expect(notice?.text, where).toMatch(sentenceOf(kind));
      }
      // A fault signs nobody in; it ends a session only when the provider says that the session is over.
      const isOver = kind === 'error 401';
      if (!isOver) expect(held(), where).toEqual(before);
      expect(snapshot.matches('signedIn'), where).toBe(scenario.isSignedIn && !isOver);
      if (scenario.isSignedIn && isOver) expect(held().session, where).toBeNull();
    },
  );
});
