// @vitest-environment happy-dom
import { describe, expect, it, vi } from 'vitest';
import type { SignedInSession } from '#machines/auth/auth.types.ts';
import { messages } from '#machines/rules/messages.ts';
import { messagesAfterGoogle } from '#machines/rules/messages-after-google.ts';
import { type Organization, typedOrganization } from '#machines/rules/organization.ts';
import type { StytchAuth } from '#src/stytch/stytch-auth.ts';
import { clearCookies, fillStorage, navigatedUrl } from '../support/browser.ts';
import { runActor, SDK_STATE_KEY, setUpHarness, startActor } from '../support/harness.ts';

const SLOT = `${SDK_STATE_KEY}::PKCE_VERIFIER:oauth`;

const harness = setUpHarness();

describe('PKCE', () => {
  it('lets two tabs that start Google at the same time both return', async () => {
    const stytchAuth = await harness.load();
    const tabs: { target: URL; pair: string }[] = [];
    for (const _ of ['one', 'two']) {
      sessionStorage.clear();
      const target = await navigatedUrl(() => {
        startActor(stytchAuth.actors.startGoogle, { organization: null });
      });
      tabs.push({ target, pair: sessionStorage.getItem('auth_pkce_oauth') ?? '' });
    }
    expect(tabs[0]?.pair).not.toBe(tabs[1]?.pair);
    for (const { target, pair } of tabs) {
      const callbackParams = await harness.choose(target, 'ada@acme.example');
      sessionStorage.setItem('auth_pkce_oauth', pair);
      const back = await harness.load({ callbackParams, path: '/discovery' });
      const result = await runActor(back.actors.redeem, { callback: 'discovery_oauth' });
      expect(result.kind).toBe('discovered');
      expect(sessionStorage.getItem('auth_pkce_oauth')).toBeNull();
    }
  });

  it('rejects a callback that this tab did not start, without sending its token', async () => {
    const callbackParams = await harness.throughGoogle(await harness.load(), 'ada@acme.example');
    sessionStorage.clear();
    const stytchAuth = await harness.load({ callbackParams, path: '/discovery' });
    const result = await runActor(stytchAuth.actors.redeem, { callback: 'discovery_oauth' });
    expect(result).toMatchObject({
      reason: 'pkce',
      message: messagesAfterGoogle.googleNotContinued,
    });
    expect(harness.requestsTo('/b2b/oauth/discovery/authenticate')).toBe(0);
  });

  it.each([
    ['too short', 'a'.repeat(42)],
    ['too long', 'a'.repeat(129)],
    ['of other characters', 'é'.repeat(64)],
  ])('removes a verifier that is %s', async (_, verifier) => {
    const callbackParams = await harness.throughGoogle(await harness.load(), 'ada@acme.example');
    const challenge = 'a'.repeat(43);
    sessionStorage.setItem(
      'auth_pkce_oauth',
      JSON.stringify({ code_verifier: verifier, code_challenge: challenge }),
    );
    const stytchAuth = await harness.load({ callbackParams, path: '/discovery' });
    const result = await runActor(stytchAuth.actors.redeem, { callback: 'discovery_oauth' });
    expect(result).toMatchObject({ reason: 'pkce' });
    expect(sessionStorage.getItem('auth_pkce_oauth')).toBeNull();
    expect(harness.requestsTo('/b2b/oauth/discovery/authenticate')).toBe(0);
  });

  it('returns the same failure when the provider rejects the pair', async () => {
    const callbackParams = await harness.throughGoogle(await harness.load(), 'ada@acme.example');
    sessionStorage.setItem(
      'auth_pkce_oauth',
      JSON.stringify({
        pair: { code_verifier: 'b'.repeat(64), code_challenge: 'c'.repeat(43) },
        at: Date.now(),
        signOut: '',
        hasChosen: true,
      }),
    );
    const stytchAuth = await harness.load({ callbackParams, path: '/discovery' });
    const result = await runActor(stytchAuth.actors.redeem, { callback: 'discovery_oauth' });
    expect(result).toMatchObject({
      reason: 'pkce',
      message: messagesAfterGoogle.googleNotContinued,
    });
    expect(harness.requestsTo('/b2b/oauth/discovery/authenticate')).toBe(1);
  });

  it('uses PKCE also when the project does not require it', async () => {
    await harness.control('PATCH', '/project', { pkce_required_for_oauth: false });
    const stytchAuth = await harness.load();
    const target = await navigatedUrl(() => {
      startActor(stytchAuth.actors.startGoogle, { organization: null });
    });
    expect(target.searchParams.get('pkce_code_challenge')).toMatch(/^[\w-]{43}$/);
    expect(localStorage.getItem(SLOT)).not.toBeNull();
  });

  it('is not settled while the page is being unloaded', async () => {
    const { actors } = await harness.load();
    const started: ReturnType<typeof startActor>[] = [];
    await navigatedUrl(() => {
      started.push(startActor(actors.startGoogle, { organization: null }));
    });
    expect(started.map((actor) => actor.getSnapshot().status)).toEqual(['active']);
  });

  it('does not leave the page when it is stopped before the settings are known', async () => {
    const { actors } = await harness.load();
    startActor(actors.startGoogle, { organization: null }).stop();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(localStorage.getItem(SLOT)).toBeNull();
    expect(sessionStorage.getItem('auth_pkce_oauth')).toBeNull();
  });

  it('does not leave the page without a connection', async () => {
    const stytchAuth = await harness.load();
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    const result = await runActor(stytchAuth.actors.startGoogle, { organization: null });
    expect(result).toMatchObject({ kind: 'failed', message: messages.unreachable });
    expect(localStorage.getItem(SLOT)).toBeNull();
  });

  it('does not start Google when the pair cannot be stored', async () => {
    const stytchAuth = await harness.load();
    const empty = fillStorage();
    const result = await runActor(stytchAuth.actors.startGoogle, { organization: null });
    empty();
    expect(result).toMatchObject({
      kind: 'failed',
      reason: 'other',
      message: messages.storageFull,
    });
  });
});

describe('Google for one organization', () => {
  /** What Google is asked to do before it answers; `null` when nothing. */
  async function promptOf(stytchAuth: StytchAuth, choosesAccount = false): Promise<string | null> {
    const id = harness.organizationId('acme');
    const target = await navigatedUrl(() => {
      const organization = { id, slug: 'acme', name: 'Acme' };
      startActor(stytchAuth.actors.startGoogle, { organization, choosesAccount });
    });
    expect(target.searchParams.get('organization_id')).toBe(id);
    return target.searchParams.get('provider_prompt');
  }

  /** Signs in, and stores the last member as the app does for a session that its machine shows. */
  async function signIn(email: string, change: Partial<SignedInSession> = {}): Promise<StytchAuth> {
    localStorage.removeItem('auth_last_member');
    const stytchAuth = await harness.signIn(email, 'acme');
    const session = stytchAuth.startInput().session ?? (await sessionOf(stytchAuth));
    stytchAuth.storeTabMember({ ...session, ...change });
    await vi.waitFor(() => expect(sessionStorage.getItem('tab_member')).toMatch(/[\da-f]{64}/));
    return stytchAuth;
  }

  async function sessionOf({ actors }: StytchAuth): Promise<SignedInSession> {
    const result = await runActor(actors.resume, undefined);
    if (result.kind !== 'authenticated') throw new Error(`No session: ${result.kind}.`);
    return result.session;
  }

  /**
   * What Google answers for Acme, for the account that is signed in there.
   *
   * @param meanwhile what happens in this browser until then
   */
  async function answerAs(email: string, meanwhile = () => {}) {
    const started = await harness.load();
    const target = await navigatedUrl(() => {
      const organization = { id: harness.organizationId('acme'), slug: 'acme', name: 'Acme' };
      startActor(started.actors.startGoogle, { organization });
    });
    const callbackParams = await harness.choose(target, email);
    meanwhile();
    const { actors } = await harness.load({ callbackParams, path: '/authenticate' });
    return runActor(actors.redeem, { callback: 'oauth' });
  }

  it('lets a person choose another account than the last one, which the organization refuses [R6.13]', async () => {
    const stytchAuth = await signIn('ada@acme.example');
    expect(await promptOf(stytchAuth)).toBeNull();
    expect(await promptOf(stytchAuth, true)).toBe('select_account');
  });

  it('lets the next person choose an account after a sign-out, until somebody has signed in [R4.10]', async () => {
    for (const _ of ['Ada', 'Ada again']) {
      const stytchAuth = await signIn('ada@acme.example');
      expect(await promptOf(stytchAuth)).toBeNull();
      await runActor(stytchAuth.actors.revoke, { reason: 'requested' });
      expect(await promptOf(await harness.load())).toBe('select_account');
    }
  });

  it('uses the account of the last member after an expired session [R4.10, R4.11]', async () => {
    await signIn('ada@acme.example');
    clearCookies();
    expect(await promptOf(await harness.load())).toBeNull();
    const answer = await answerAs('ada@acme.example');
    expect(answer).toMatchObject({ kind: 'authenticated' });
    expect(answer).not.toHaveProperty('isAnotherMember');
  });

  it('tells that another person than the last member has answered [R4.11]', async () => {
    await signIn('ada@acme.example');
    clearCookies();
    expect(await answerAs('dora@acme.example')).toMatchObject({
      kind: 'authenticated',
      isAnotherMember: true,
    });
  });

  it.each(['', 'x', 'salt digest'])(
    'asks when the last member is unknown at the answer, but was known at the start: %s [R4.11]',
    async (last) => {
      await signIn('ada@acme.example');
      clearCookies();
      const forget = () => localStorage.setItem('auth_last_member', last);
      expect(await answerAs('ada@acme.example', forget)).toMatchObject({ isAnotherMember: true });
    },
  );

  const ANSWER = '/b2b/oauth/authenticate';

  it('tells that another person may have answered when the provider names no address [R4.11]', async () => {
    await signIn('ada@acme.example');
    clearCookies();
    const withoutAddress = () =>
      harness.changeAnswer(ANSWER, (data) => ({
        ...data,
        member: { ...Object(data.member), email_address: '' },
      }));
    expect(await answerAs('ada@acme.example', withoutAddress)).toMatchObject({
      kind: 'authenticated',
      isAnotherMember: true,
    });
  });

  it('tells nothing of the person of an answer without a session or a step', async () => {
    await signIn('ada@acme.example');
    clearCookies();
    const withoutStep = () =>
      harness.changeAnswer(ANSWER, (data) => ({
        ...data,
        member_authenticated: false,
        member_session: null,
        session_token: '',
        session_jwt: '',
      }));
    expect(await answerAs('ada@acme.example', withoutStep)).toEqual({ kind: 'incomplete' });
  });

  it('takes no answer to what was started before a sign-out in this browser [R5.14, R11.12]', async () => {
    await signIn('ada@acme.example');
    clearCookies();
    const signOut = () => localStorage.setItem('auth_signed_out_at', '1');
    expect(await answerAs('ada@acme.example', signOut)).toMatchObject({
      kind: 'failed',
      reason: 'pkce',
    });
    expect(harness.requests().filter((path) => path.endsWith('/oauth/authenticate'))).toEqual([]);
  });

  it('lets the next person choose an account after a session was rejected [R4.10, R22.5]', async () => {
    await signIn('ada@acme.example');
    localStorage.removeItem('auth_confirmed_session');
    const { actors } = await harness.load();
    await runActor(actors.revoke, { reason: 'requested' });
    expect(await promptOf(await harness.load())).toBe('select_account');
    expect(await answerAs('dora@acme.example')).not.toHaveProperty('isAnotherMember');
  });

  it('does not take an impersonated member for the last one [R4.10, R12.1]', async () => {
    await signIn('ada@acme.example', { impersonated: true });
    clearCookies();
    expect(await promptOf(await harness.load())).toBe('select_account');
  });
});

it('lets the person choose an account before a typed organization is created for it [R4.10]', async () => {
  const { actors } = await harness.load();
  const promptFor = async (organization: Organization | null) => {
    const target = await navigatedUrl(() => startActor(actors.startGoogle, { organization }));
    expect(target.pathname).toMatch(/discovery\/start$/);
    return target.searchParams.get('provider_prompt');
  };
  expect(await promptFor(typedOrganization('Moss Works'))).toBe('select_account');
  expect(await promptFor(null)).toBeNull();
});

describe('the project’s settings', () => {
  it.each([
    ['no network', { kind: 'drop' }],
    ['an error', { kind: 'error', status: 500 }],
    ['a page', { kind: 'html' }],
    ['half an answer', { kind: 'truncated' }],
    ['another shape', { kind: 'wrongShape' }],
  ])('do not let Google start after %s', async (_, fault) => {
    await harness.fault('/projects/bootstrap/*', fault);
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const stytchAuth = await harness.load();
    const result = await runActor(stytchAuth.actors.startGoogle, { organization: null });
    expect(result).toEqual({
      kind: 'failed',
      reason: 'bootstrap',
      message: messages.bootstrapUnavailable,
      requestId: null,
    });
    await vi.waitFor(() => expect(logged).toHaveBeenCalled());
    logged.mockRestore();
  });

  it('are not required by other calls', async () => {
    const callbackParams = await harness.throughGoogle(await harness.load(), 'ada@acme.example');
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    await harness.fault('/projects/bootstrap/*', { kind: 'drop' });
    const stytchAuth = await harness.load({ callbackParams, path: '/discovery' });
    const result = await runActor(stytchAuth.actors.redeem, { callback: 'discovery_oauth' });
    logged.mockRestore();
    expect(result.kind).toBe('discovered');
  });

  /** Loads the page with settings that the emulator cannot have. */
  async function loadWith(settings: Record<string, unknown>) {
    const { handler } = harness;
    harness.handler = {
      ...handler,
      fetch: async (request) =>
        request.url.includes('/projects/bootstrap/')
          ? Response.json({ data: settings })
          : handler.fetch(request),
    };
    return harness.load();
  }

  it('of a project that has only a few start Google with PKCE [R15.8]', async () => {
    const stytchAuth = await loadWith({ vertical: 'B2B', a_new_setting: { enabled: true } });
    const target = await navigatedUrl(() => {
      startActor(stytchAuth.actors.startGoogle, { organization: null });
    });
    expect(target.searchParams.get('pkce_code_challenge')).toMatch(/^[\w-]{43}$/);
  });

  it('with a domain of the project’s own start Google there [R15.8]', async () => {
    await harness.control('PATCH', '/project', { cname_domain: 'login.acme.example' });
    const stytchAuth = await harness.load();
    const target = await navigatedUrl(() => {
      startActor(stytchAuth.actors.startGoogle, { organization: null });
    });
    expect(target.origin).toBe('https://login.acme.example');
    expect(target.searchParams.get('discovery_redirect_url')).toBe(
      'http://localhost:3000/discovery',
    );
  });

  it('of a Consumer project keep Google from starting, with a sentence [R15.6]', async () => {
    await harness.control('PATCH', '/project', { vertical: 'CONSUMER' });
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const stytchAuth = await harness.load();
    const result = await runActor(stytchAuth.actors.startGoogle, { organization: null });
    expect(result).toMatchObject({ reason: 'other', message: messages.notForOrganizations });
    await vi.waitFor(() => expect(logged).toHaveBeenCalled());
    logged.mockRestore();
  });

  it('log an error for a public token of the wrong project type', async () => {
    await harness.control('PATCH', '/project', { vertical: 'CONSUMER' });
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const stytchAuth = await harness.load();
    await stytchAuth.permissionSource.bootstrap.settings;
    expect(logged.mock.calls.flat().join(' ')).toContain('Consumer project');
    logged.mockRestore();
  });
});
