// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FAULT_KINDS } from '#emulator/store/state.ts';
import { type AuthSnapshot, authView, statePath } from '#machines/auth/auth.view.ts';
import { BUSY_TIMEOUT } from '#machines/rules/limits.ts';
import { type AuthActor, startAuth } from '#src/app/auth-actor.ts';
import { endpoints } from '#src/stytch/sdk/endpoints.ts';
import { endpointScenarios } from '../support/endpoint-scenarios.ts';
import { type FaultSpec, Harness } from '../support/harness.ts';

const SLOW = 8_000;
const STEP = 250;

/** Every kind of fault of the emulator, an error once per kind of status; a new kind joins by itself. */
const faults = FAULT_KINDS.flatMap((kind): { name: string; fault: FaultSpec }[] => {
  if (kind === 'slow') return [{ name: kind, fault: { kind, latencyMs: SLOW } }];
  if (kind !== 'error') return [{ name: kind, fault: { kind } }];
  return [401, 429, 500].map((status) => {
    const retryAfter = status === 429 ? { retryAfter: 30 } : {};
    return { name: `${kind} ${status}`, fault: { kind, status, ...retryAfter } };
  });
});

/** What a person can do by themselves; with none of these they would be stuck. */
const WAYS_ON = [
  { type: 'google.start' },
  { type: 'organization.type' },
  { type: 'organization.submit', name: 'New Team' },
  { type: 'organization.chooseDifferent' },
  { type: 'organization.list' },
  { type: 'signOut' },
] as const;

let harness: Harness;
let actor: AuthActor | null = null;
beforeEach(() => {
  vi.useFakeTimers({
    toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
  });
  harness = Harness.open();
});
afterEach(() => {
  actor?.stop();
  actor = null;
  harness.close();
  vi.useRealTimers();
});

/** Whether anything of the machine waits for an answer. */
function isWorking({ children }: AuthSnapshot): boolean {
  return Object.entries(children).some(
    ([id, child]) => id !== 'externalEvents' && child?.getSnapshot().status === 'active',
  );
}

/** Lets time pass until nothing waits for an answer any more; gives how long that took, in milliseconds. */
async function settle(auth: AuthActor, step = STEP): Promise<number> {
  const from = Date.now();
  do {
    await vi.advanceTimersByTimeAsync(step);
    for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  } while (isWorking(auth.getSnapshot()) && Date.now() - from < 4 * BUSY_TIMEOUT);
  return Date.now() - from;
}

describe.each(Object.entries(endpointScenarios))('%s', (name, journey) => {
  const { path } = endpoints[journey.call];

  it.each(faults)(
    '$name: a defined state, a sentence, a way on [R15.7]',
    async ({ name: kind, fault }) => {
      const stytchAuth = await journey.load(harness);
      const armed = () => harness.fault(path, fault, 1);
      if (journey.atStart) await armed();
      actor = startAuth(stytchAuth, () => undefined);
      if (!journey.atStart) {
        await settle(actor);
        await journey.lead(actor, harness, settle);
        await armed();
        journey.act(actor, harness);
      }
      if (kind === 'slow') await vi.advanceTimersByTimeAsync(SLOW);
      // A slow answer is still made in real time: its signature is.
      const waited = await settle(actor, kind === 'slow' ? 1 : STEP);

      const snapshot = actor.getSnapshot();
      const view = authView(snapshot);
      const where = `${name} with ${kind}: ${statePath(snapshot.value)}`;
      expect(harness.handler.store.state.faults, `${where}: the call was not made`).toEqual([]);
      expect(waited, where).toBeLessThanOrEqual(BUSY_TIMEOUT + 2_000);
      expect(isWorking(snapshot), where).toBe(false);
      expect(snapshot.hasTag('busy'), where).toBe(false);
      expect(view.screen, where).not.toBe('loading');
      expect(
        WAYS_ON.some((event) => snapshot.can(event)),
        where,
      ).toBe(true);
      if (kind === 'slow' || journey.silent) return;
      const quiet = view.screen === 'app' && view.reconnecting;
      const notice = 'notice' in view ? view.notice : null;
      expect(quiet || (notice?.text && notice.tone !== 'success'), where).toBeTruthy();
      // Nobody is let in by a fault.
      if (!journey.signedIn) expect(snapshot.matches('signedIn'), where).toBe(false);
      // Nothing is lost: whoever was in is still in, unless the provider says that the session is over.
      if (journey.signedIn && kind !== 'error 401') {
        expect(snapshot.matches('signedIn'), where).toBe(true);
      }
    },
  );
});

it('every call of the provider is in the matrix', () => {
  const covered = Object.values(endpointScenarios).map(({ call }) => call);
  expect(new Set(covered)).toEqual(new Set(Object.keys(endpoints)));
});
