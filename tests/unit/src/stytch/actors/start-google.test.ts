// @vitest-environment happy-dom
import { describe, expect, it, vi } from 'vitest';
import { messages } from '#machines/rules/messages.ts';
import { messagesAfterGoogle } from '#machines/rules/messages-after-google.ts';
import { type Organization, typedOrganization } from '#machines/rules/organization.ts';
import type { StytchAuth } from '#src/stytch/stytch-auth.ts';
import { fillStorage, navigatedUrl } from '../support/browser.ts';
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
  async function promptOf(stytchAuth: StytchAuth): Promise<string | null> {
    const id = harness.organizationId('acme');
    const target = await navigatedUrl(() => {
      const organization = { id, slug: 'acme', name: 'Acme' };
      startActor(stytchAuth.actors.startGoogle, { organization });
    });
    expect(target.searchParams.get('organization_id')).toBe(id);
    return target.searchParams.get('provider_prompt');
  }

  it('lets the person choose an account [R4.10]', async () => {
    expect(await promptOf(await harness.load())).toBe('select_account');
  });

  it('takes no answer to what was started before a sign-out in this browser [R5.14, R11.12]', async () => {
    const organization = { id: harness.organizationId('acme'), slug: 'acme', name: 'Acme' };
    const callbackParams = await harness.throughGoogle(
      await harness.load(),
      'ada@acme.example',
      organization,
    );
    localStorage.setItem('auth_signed_out_at', '1');
    const { actors } = await harness.load({ callbackParams, path: '/authenticate' });
    const result = await runActor(actors.redeem, { callback: 'oauth' });
    expect(result).toMatchObject({ kind: 'failed', reason: 'pkce' });
    expect(harness.requestsTo('/b2b/oauth/authenticate')).toBe(0);
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
