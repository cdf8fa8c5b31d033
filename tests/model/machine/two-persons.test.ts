import { expect, test } from 'vitest';
import { hasUnknownPerson, NO_STORED_SIGN_IN, personOf } from '#machines/auth/auth.context.ts';
import type {
  ActorResult,
  AuthEvent,
  IdentityNote,
  SignedInSession,
  StoredSignIn,
} from '#machines/auth/auth.types.ts';
import type { AuthSnapshot } from '#machines/auth/auth.view.ts';
import { statePath } from '#machines/auth/state-path.ts';
import { authMachine } from '#machines/auth/unprovided-machine.ts';
import { authInput } from '#machines/explore/auth-stepper.ts';
import {
  ACME,
  BIRCH,
  DISCOVERY,
  DORAS_DISCOVERY,
  DORAS_SESSION,
  EMAIL,
  failureOf,
  SESSION,
  secondFactorFor,
  stepUpFor,
} from '#machines/explore/fixtures.ts';
import { createPureMachine } from '#machines/explore/pure-machine.ts';
import { NEW_TAB, type StartInputData } from '#machines/explore/start-inputs.ts';
import { inputAfterReload } from '../support/reload.ts';

/** How many steps of the two persons are tried after each start. */
const DEPTH = 6;
const DORA = DORAS_SESSION.emailAddress;
const DIGESTS = { ada: 'digest-ada', dora: 'digest-dora' } as const;

const clock = { now: () => 0, random: () => 0.5 };
const machine = createPureMachine(authMachine, authInput(NEW_TAB, clock));

/** A tab in which Dora has answered Google or opened a link, and the browser around it. */
interface Moment {
  readonly snapshot: AuthSnapshot;
  readonly session: SignedInSession | null;
  readonly confirmedSessionId: string | null;
  /** Whose intermediate session the browser's cookie holds. */
  readonly cookie: keyof typeof DIGESTS | null;
  /** Whether the tab has neither shown Dora's sign-in since her answer, nor has a person pressed a button. */
  readonly isDoras: boolean;
  readonly path: readonly string[];
}

interface Step {
  readonly name: string;
  readonly event?: AuthEvent | { readonly type: string; readonly output?: ActorResult };
  /** Whether a person of this tab does it: they see what the tab names. */
  readonly isPressed?: boolean;
  readonly browser?: Partial<Pick<Moment, 'session' | 'confirmedSessionId' | 'cookie'>>;
  /** The page that is loaded instead of an event. */
  readonly load?: (moment: Moment) => StartInputData;
}

const list = (person: keyof typeof DIGESTS, isConfirmed?: true): ActorResult => ({
  kind: 'discovered',
  discovery: person === 'ada' ? DISCOVERY : DORAS_DISCOVERY,
  intermediateDigest: DIGESTS[person],
  at: 0,
  ...(isConfirmed ? { isConfirmed } : {}),
});
const done = (id: string, output: ActorResult) => ({ type: `xstate.done.actor.${id}`, output });
const timeOut = (state: string) => ({ type: `xstate.after.BUSY_TIMEOUT.auth.${state}` });
const reload = (callback: 'discovery_oauth' | null) => (moment: Moment) => {
  const { session, confirmedSessionId, cookie } = moment;
  return {
    ...inputAfterReload(moment.snapshot, 0, callback),
    session,
    confirmedSessionId,
    linkWasRequestedHere: true,
    hasSessionCookie: session !== null,
    hasIntermediateCookie: cookie !== null,
  };
};

/** What other tabs do in any state: Ada signs in, the session of the browser ends, her list replaces Dora's. */
function stepsElsewhere({ session, confirmedSessionId, cookie, path }: Moment): readonly Step[] {
  const adas = { ...SESSION, sessionId: `session-${path.length}` };
  const signsIn = { session: adas, confirmedSessionId: adas.sessionId, cookie: null };
  const isKnown = session?.sessionId === confirmedSessionId;
  const ends = isKnown ? (['elsewhere', 'expired'] as const) : (['expired'] as const);
  return [
    ...(session === null
      ? ([
          {
            name: 'Ada signs in',
            event: { type: 'session.found', session: adas },
            browser: signsIn,
          },
          { name: 'a sign-out', event: { type: 'signIn.outdated' }, browser: { cookie: null } },
        ] satisfies Step[])
      : ends.map(
          (reason): Step => ({
            name: `the session is ${reason}`,
            event: { type: 'session.gone', reason },
            browser: { session: null, confirmedSessionId: null },
          }),
        )),
    ...(cookie === 'ada'
      ? []
      : [{ name: "Ada's list", browser: { cookie: 'ada' } } satisfies Step]),
    { name: 'a reload', load: reload(null) },
    { name: 'Dora answers again', load: reload('discovery_oauth') },
  ];
}

/** What the provider and a person of this tab do in a state. */
function stepsHere({ snapshot, session, cookie }: Moment): readonly Step[] {
  const path = statePath(snapshot.value);
  const { pendingIdentity } = snapshot.context;
  const stepUp = { ...stepUpFor(BIRCH, 'email_otp'), emailAddress: DORA };
  if (path === 'signedOut.redeeming') {
    const granted = { session: DORAS_SESSION, confirmedSessionId: null, cookie: null };
    const required = { kind: 'primary_required', stepUp, at: 0 } as const;
    return [
      { name: "Dora's list", event: done('redeem', list('dora')), browser: { cookie: 'dora' } },
      {
        name: "Dora's session",
        event: done('redeem', { kind: 'authenticated', session: DORAS_SESSION, at: 0 }),
        browser: granted,
      },
      {
        name: "Dora's step-up",
        event: done('redeem', { ...required, intermediateDigest: DIGESTS.dora }),
        browser: { cookie: 'dora' },
      },
      {
        name: 'handed off',
        event: done('redeem', { kind: 'handed_off', emailAddress: DORA }),
      },
      ...(['unreachable', 'pkce', 'other'] as const).map((reason) => ({
        name: `failed: ${reason}`,
        event: done('redeem', failureOf(reason)),
      })),
      { name: 'timed out', event: timeOut('signedOut.redeeming') },
    ];
  }
  if (path === 'signedOut.awaitingOtherTab') return [{ name: 'timed out', event: timeOut(path) }];
  if (path === 'signedOut.discovering' && cookie !== null) {
    return [
      { name: 'the list of the cookie', event: done('readOrganizations', list(cookie, true)) },
    ];
  }
  if (path === 'resuming' && session !== null) {
    const resumed = { kind: 'authenticated', session, at: 0 } as const;
    return [{ name: 'resumed', event: done('resume', resumed) }];
  }
  if (path === 'signedOut.confirmingIdentity') {
    const isSession = pendingIdentity?.kind === 'authenticated';
    const kept = isSession ? { confirmedSessionId: session?.sessionId ?? null } : {};
    const ended = isSession ? { session: null, confirmedSessionId: null } : { cookie: null };
    return [
      { name: 'yes', event: { type: 'identity.confirm' }, isPressed: true, browser: kept },
      { name: 'no', event: { type: 'identity.reject' }, isPressed: true, browser: ended },
    ];
  }
  return [];
}

function take(moment: Moment, step: Step): Moment {
  const after = { ...moment, ...step.browser, path: [...moment.path, step.name] };
  const snapshot =
    step.load !== undefined
      ? start(step.load(moment))
      : step.event === undefined
        ? moment.snapshot
        : (machine.step(moment.snapshot, step.event).snapshot as AuthSnapshot);
  const { context } = snapshot;
  const isDorasSignIn =
    personOf(context) === DORA && context.pendingIdentity === null && !hasUnknownPerson(context);
  const isAnswered = step.name === 'Dora answers again';
  const isDoras = isAnswered || (moment.isDoras && step.isPressed !== true && !isDorasSignIn);
  return { ...after, snapshot, isDoras };
}

function start(data: StartInputData): AuthSnapshot {
  return machine.start(authInput(data, clock)).snapshot as AuthSnapshot;
}

/** What a step has done to the tab of Dora, who has not pressed anything; `null` if nothing that is not allowed. */
function violation(before: Moment, after: Moment): string | null {
  if (!before.isDoras || !after.isDoras) return null;
  const { snapshot, path } = after;
  const isAdas = personOf(snapshot.context) === EMAIL;
  if (isAdas && snapshot.matches('signedIn')) return `signed in as Ada: ${path.join(', ')}`;
  // A tab whose answer has failed shows its list again, by name, until the page is left.
  const wasRedeeming = before.snapshot.matches({ signedOut: 'redeeming' });
  const isShown = isAdas && showsSignIn(snapshot) && !showsSignIn(before.snapshot);
  return isShown && !wasRedeeming ? `shows the sign-in of Ada: ${path.join(', ')}` : null;
}

function showsSignIn(snapshot: AuthSnapshot): boolean {
  return (['selecting', 'stepUp', 'secondFactor'] as const).some((signedOut) =>
    snapshot.matches({ signedOut }),
  );
}

/** What decides how a tab goes on. */
function keyOf({ snapshot, session, confirmedSessionId, cookie, isDoras }: Moment): string {
  const { context, value } = snapshot;
  const { pendingIdentity: asked, organizations, stepUp, secondFactor } = context;
  return JSON.stringify([
    value,
    context.callback,
    context.isPersonUnknown,
    personOf(context),
    context.intermediateDigest,
    context.hasIntermediateSession,
    [organizations.length, stepUp !== null, secondFactor !== null],
    asked?.kind === 'authenticated' ? [asked.isConfirmed, asked.session.emailAddress] : asked?.kind,
    [session?.emailAddress, session?.sessionId === confirmedSessionId, cookie, isDoras],
  ]);
}

const ADAS_LIST: StoredSignIn = {
  ...NO_STORED_SIGN_IN,
  ...DISCOVERY,
  hasIntermediateSession: true,
  intermediateExpiresAt: 60_000,
  intermediateDigest: DIGESTS.ada,
};

/** What the tab has stored of Ada before Dora answers in it. */
const STORED: Readonly<Record<string, StoredSignIn>> = {
  'the login screen': NO_STORED_SIGN_IN,
  "Ada's list": ADAS_LIST,
  "Ada's list, which has expired": {
    ...ADAS_LIST,
    hasIntermediateSession: false,
    selectedOrganization: ACME,
  },
  "Ada's step-up": { ...ADAS_LIST, stepUp: stepUpFor(BIRCH, 'email_otp', 'magic_link') },
  "Ada's second factor": { ...ADAS_LIST, secondFactor: secondFactorFor('totp') },
};

const CALLBACKS = ['discovery_oauth', 'oauth', 'magic_link'] as const;
const NOTES: readonly IdentityNote[] = ['answer', 'unknown'];

function starts(): readonly Moment[] {
  return Object.entries(STORED).flatMap(([name, storedSignIn]) =>
    CALLBACKS.flatMap((callback) =>
      NOTES.map((identityNote): Moment => {
        const isUsable = storedSignIn.hasIntermediateSession;
        const data = { ...NEW_TAB, storedSignIn, callback, identityNote };
        const browser = { linkWasRequestedHere: true, hasIntermediateCookie: isUsable };
        return {
          snapshot: start({ ...data, ...browser }),
          session: null,
          confirmedSessionId: null,
          cookie: isUsable ? 'ada' : null,
          isDoras: true,
          path: [name, callback, identityNote],
        };
      }),
    ),
  );
}

test(`a tab in which somebody else has answered does not become that of the person before, in ${DEPTH} steps [R22.1, R22.11]`, () => {
  const seen = new Set<string>();
  const violations = new Set<string>();
  let moments = starts();
  for (let depth = 0; depth < DEPTH; depth += 1) {
    const next: Moment[] = [];
    for (const moment of moments) {
      for (const step of [...stepsHere(moment), ...stepsElsewhere(moment)]) {
        const after = take(moment, step);
        const found = violation(moment, after);
        if (found !== null) violations.add(found);
        const key = keyOf(after);
        if (seen.has(key) || after.snapshot.matches('signedIn')) continue;
        seen.add(key);
        next.push(after);
      }
    }
    moments = next;
  }
  expect([...violations]).toEqual([]);
  expect(seen.size).toBeGreaterThan(300);
});
