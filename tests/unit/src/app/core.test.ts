// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type ActorRefFrom, createActor, fromPromise } from 'xstate';
import type { AuthActorContracts } from '#machines/auth/auth.actors.ts';
import type { LoginEventType } from '#machines/auth/auth.events.ts';
import type { AuthInput } from '#machines/auth/auth.types.ts';
import { NEW_TAB } from '#machines/auth-cases/start-inputs.ts';
import { unprovidedAuthMachine } from '#machines/auth-cases/unprovided-machine.ts';
import { inspectSteps } from '#src/app/actor-steps.ts';
import { connectEarly } from '#src/app/connect-early.ts';
import { startCore } from '#src/app/core.ts';
import type { DocumentStart } from '#src/document/document-start.ts';
import { FIRST_PAGE } from '#src/pages/pages.ts';
import { takeRedirect } from '#src/storage/redirect.ts';
import { readShownEmail } from '#src/storage/sign-in-keys.ts';
import type { ConnectionOptions } from '#src/stytch/connection.ts';
import { goTo } from '../stytch/support/browser.ts';

type StartGoogle = AuthActorContracts['startGoogle'];

const given = vi.hoisted(() => ({
  options: null as ConnectionOptions | null,
  starts: [] as string[],
  input: {} as Partial<AuthInput>,
  observed: [] as string[],
  mayRedeem: null as Promise<void> | null,
}));

vi.mock('#src/stytch/connection.ts', () => ({
  connect: async (options: ConnectionOptions) => {
    given.options = options;
    return { google: { startEarly: () => given.starts.push('google') } };
  },
}));
vi.mock('#src/stytch/stytch-auth.ts', () => ({
  createStytchAuth: () => ({ mayRedeem: given.mayRedeem }),
}));
vi.mock('#src/app/auth-actor.ts', () => ({
  startAuthActor: (
    _: unknown,
    storedSignIn: never,
    lastOrganization: never,
    onCreate: never,
    onStep: never,
  ) => {
    given.input = { storedSignIn, lastOrganization };
    const startGoogle = fromPromise<StartGoogle['output'], StartGoogle['input']>(
      () => new Promise(() => undefined),
    );
    const machine = unprovidedAuthMachine.provide({ actors: { startGoogle } });
    const actor: ActorRefFrom<typeof machine> = createActor(machine, {
      input: { ...NEW_TAB, now: Date.now },
      inspect: inspectSteps(
        () => actor,
        Date.now,
        (step) => Reflect.apply(onStep, null, [actor, step]),
      ),
    });
    Reflect.apply(onCreate, null, [actor]);
    actor.start();
    return actor;
  },
}));
vi.mock('#src/app/observers.ts', () => ({
  createObservers: () => ({
    page: (route: string) => given.observed.push(`page ${route}`),
    step: (_: unknown, { event }: { event: { type: string } }) => given.observed.push(event.type),
  }),
}));

const whenIdle = vi.fn((work: () => void) => work());
const acme = { id: 'organization-acme', slug: 'acme', name: 'Acme' };

beforeEach(() => {
  given.observed.length = 0;
  given.starts.length = 0;
  given.mayRedeem = null;
  sessionStorage.clear();
  whenIdle.mockClear();
  vi.stubGlobal('requestIdleCallback', whenIdle);
  goTo(`${FIRST_PAGE}?filter=yes#part`);
});

/** Starts the core, and returns what the document learns and does. */
async function start(early: readonly LoginEventType[] = []) {
  let endRendering: () => void = () => undefined;
  const preloadScreens = vi.fn();
  const documentStart: DocumentStart = {
    settings: Promise.resolve(new Response('{}')),
    lastOrganization: acme,
    preloadScreens,
    onGoogleStart: (startGoogle) => {
      if (early.includes('google.start')) startGoogle();
    },
    onLoginEvent: (send) => {
      for (const type of early) send(type);
    },
    handOver: () => undefined,
  };
  const rendered = new Promise<void>((resolve) => {
    endRendering = resolve;
  });
  const yieldToMain = async () => undefined;
  const env = { publicToken: 'public-token-test-1', emulated: true };
  const connection = await connectEarly(env, null, documentStart);
  const startedEarly = [...given.starts, takeRedirect()];
  const callbackParams = null;
  const options = { env, connection, callbackParams, documentStart, rendered, yieldToMain };
  const core = await startCore(options);
  return { core, documentStart, preloadScreens, endRendering, startedEarly };
}

describe('startCore', () => {
  it('leaves the browser to the redemption of a callback before React', async () => {
    const steps: string[] = [];
    given.mayRedeem = new Promise((resolve) => {
      setTimeout(() => {
        steps.push('may redeem');
        resolve();
      });
    });
    await start();
    steps.push('started');
    expect(steps).toEqual(['may redeem', 'started']);
  });

  it('gives the provider what the document has requested, and loads the screens after the SDK [R1.3]', async () => {
    const { documentStart, preloadScreens } = await start();
    expect(given.options).toMatchObject({
      publicToken: 'public-token-test-1',
      settingsResponse: documentStart.settings,
      callbackParams: null,
    });
    expect(given.input.lastOrganization).toBe(acme);
    expect(preloadScreens).not.toHaveBeenCalled();
    given.options?.onSdkLoaded?.();
    expect(preloadScreens).toHaveBeenCalledOnce();
  });

  it('starts Google for an early press, stores the page for after the sign-in, and sends the press to the actor [R1.18, R2.11]', async () => {
    sessionStorage.setItem('sign_in', JSON.stringify({ shownPerson: 'ada@acme.example' }));
    const { core, startedEarly } = await start(['google.start']);
    expect(startedEarly).toEqual(['google', `${FIRST_PAGE}?filter=yes#part`]);
    expect(readShownEmail()).toBeNull();
    expect(core.actor.getSnapshot().value).toEqual({ signedOut: 'starting' });
    expect(takeRedirect()).toBe(`${FIRST_PAGE}?filter=yes#part`);
  });

  it('observes nothing before the first screen is rendered, then everything from the start on [R18.1]', async () => {
    const { core, endRendering } = await start(['google.start']);
    // The code that observes is requested when the browser is idle after that.
    expect(whenIdle).not.toHaveBeenCalled();
    endRendering();
    await vi.waitFor(() => expect(given.observed).toContain('google.start'));
    expect(given.observed).toEqual(['xstate.init', 'google.start', `page ${FIRST_PAGE}`]);
    core.actor.stop();
  });
});
