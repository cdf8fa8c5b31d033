// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import type { AuthActorContracts } from '#machines/auth/auth.actors.ts';
import type { LoginEventType } from '#machines/auth/auth.events.ts';
import type { AuthInput } from '#machines/auth/auth.types.ts';
import { NEW_TAB } from '#machines/auth-cases/start-inputs.ts';
import { unprovidedAuthMachine } from '#machines/auth-cases/unprovided-machine.ts';
import { startCore } from '#src/app/core.ts';
import type { DocumentStart } from '#src/document/document-start.ts';
import { FIRST_PAGE } from '#src/pages/pages.ts';
import { takeRedirect } from '#src/storage/redirect.ts';
import type { StytchAuthOptions } from '#src/stytch/stytch-auth.ts';
import { goTo } from '../stytch/support/browser.ts';

type StartGoogle = AuthActorContracts['startGoogle'];

const given = vi.hoisted(() => ({
  options: null as StytchAuthOptions | null,
  input: {} as Partial<AuthInput>,
  observed: [] as string[],
  mayRedeem: null as Promise<void> | null,
}));

vi.mock('#src/stytch/stytch-auth.ts', () => ({
  createStytchAuth: async (options: StytchAuthOptions) => {
    given.options = options;
    return { mayRedeem: given.mayRedeem };
  },
}));
vi.mock('#src/app/auth-actor.ts', () => ({
  startAuthActor: (_: unknown, storedSignIn: never, lastOrganization: never, onCreate: never) => {
    given.input = { storedSignIn, lastOrganization };
    const startGoogle = fromPromise<StartGoogle['output'], StartGoogle['input']>(
      () => new Promise(() => undefined),
    );
    const actor = createActor(unprovidedAuthMachine.provide({ actors: { startGoogle } }), {
      input: { ...NEW_TAB, now: Date.now },
    });
    Reflect.apply(onCreate, null, [actor, []]);
    return actor.start();
  },
}));
vi.mock('#src/app/env.ts', () => ({
  readEnv: () => ({ publicToken: 'public-token-test-1', emulated: true }),
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
    onLoginEvent: (send) => {
      for (const type of early) send(type);
    },
    handOver: () => undefined,
  };
  const rendered = new Promise<void>((resolve) => {
    endRendering = resolve;
  });
  const yieldToMain = async () => undefined;
  const core = await startCore({ callbackParams: null, documentStart, rendered, yieldToMain });
  return { core, documentStart, preloadScreens, endRendering };
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

  it('sends an early press to the actor, and stores the page for after the sign-in [R1.18, R2.11]', async () => {
    const { core } = await start(['google.start']);
    expect(core.actor.getSnapshot().value).toEqual({ signedOut: 'starting' });
    expect(takeRedirect()).toBe(`${FIRST_PAGE}?filter=yes#part`);
  });

  it('reads a stored sign-in, and starts without one where nothing is stored [R13.2]', async () => {
    await start();
    expect(given.input.storedSignIn).toMatchObject({
      organizations: null,
      selectedOrganization: null,
    });
    sessionStorage.setItem('selected_organization', JSON.stringify(acme));
    await start();
    expect(given.input.storedSignIn).toMatchObject({ selectedOrganization: acme });
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
