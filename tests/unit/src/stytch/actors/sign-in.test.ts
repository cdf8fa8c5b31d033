// @vitest-environment happy-dom
import * as v from 'valibot';
import { describe, expect, it, vi } from 'vitest';
import type { AnyActorLogic } from 'xstate';
import { messages } from '#machines/rules/messages.ts';
import { messagesAfterGoogle } from '#machines/rules/messages-after-google.ts';
import { typedOrganization } from '#machines/rules/organization.ts';
import { INTERMEDIATE_COOKIE, readCookie, writeCookie } from '#src/stytch/session/cookies.ts';
import {
  expireIntermediateSession,
  hasIntermediateCookie,
  hasSessionCookie,
} from '#src/stytch/session/session.ts';
import { navigatedUrl, persistedPageShow } from '../support/browser.ts';
import { listenToExternalEvents, runActor, setUpHarness, startActor } from '../support/harness.ts';

const harness = setUpHarness();

describe('Google and discovery', () => {
  it('keeps the intermediate session that another tab has stored since, when a call is left', async () => {
    const callbackParams = await harness.throughGoogle(await harness.load(), 'ada@acme.example');
    const stytchAuth = await harness.load({ callbackParams, path: '/discovery' });
    const digest = crypto.subtle.digest.bind(crypto.subtle);
    const redeeming = startActor(stytchAuth.actors.redeem, { callback: 'discovery_oauth' });
    vi.spyOn(crypto.subtle, 'digest').mockImplementation((...args) => {
      const text = new TextDecoder().decode(Object(args[1]));
      if (text === readCookie(INTERMEDIATE_COOKIE)) {
        writeCookie(INTERMEDIATE_COOKIE, 'of-another-tab', Date.now() + 60_000);
        redeeming.stop();
      }
      return digest(...args);
    });
    await vi.waitFor(() => expect(redeeming.getSnapshot().status).toBe('stopped'));
    expect(readCookie(INTERMEDIATE_COOKIE)).toBe('of-another-tab');
  });

  it('redeems a token once [R5.7]', async () => {
    const callbackParams = await harness.throughGoogle(await harness.load(), 'ada@acme.example');
    const stytchAuth = await harness.load({ callbackParams, path: '/discovery' });
    await runActor(stytchAuth.actors.redeem, { callback: 'discovery_oauth' });
    const again = await runActor(stytchAuth.actors.redeem, { callback: 'discovery_oauth' });
    expect(again).toMatchObject({ kind: 'failed', reason: 'other', message: messages.noToken });
    expect(harness.requestsTo('/b2b/oauth/discovery/authenticate')).toBe(1);
  });

  it('returns a message when the token was used before', async () => {
    const callbackParams = await harness.throughGoogle(await harness.load(), 'ada@acme.example');
    const pair = sessionStorage.getItem('auth_pkce_oauth') ?? '';
    const first = await harness.load({ callbackParams, path: '/discovery' });
    await runActor(first.actors.redeem, { callback: 'discovery_oauth' });
    sessionStorage.setItem('auth_pkce_oauth', pair);
    const second = await harness.load({ callbackParams, path: '/discovery' });
    const result = await runActor(second.actors.redeem, { callback: 'discovery_oauth' });
    expect(result).toMatchObject({
      reason: 'known',
      message: messagesAfterGoogle.googleResponseUsed,
    });
  });

  it.each([
    ['another page was opened in the tab', () => harness.load()],
    [
      'Google was cancelled',
      () => harness.load({ callbackParams: { callback: 'denied', token: null } }),
    ],
    ['the page came back', async () => window.dispatchEvent(persistedPageShow())],
  ])('refuses an answer after %s: it may be the next person’s [R5.14]', async (_, leave) => {
    const started = await harness.load();
    const { stop } = listenToExternalEvents(started);
    const callbackParams = await harness.throughGoogle(started, 'ben@birch.example');
    await leave();
    stop();
    const stytchAuth = await harness.load({ callbackParams, path: '/discovery' });
    const result = await runActor(stytchAuth.actors.redeem, { callback: 'discovery_oauth' });
    expect(result).toMatchObject({ message: messagesAfterGoogle.googleNotContinued });
    expect(harness.requestsTo('/b2b/oauth/discovery/authenticate')).toBe(0);
  });

  it('discards a token', async () => {
    const callbackParams = await harness.throughGoogle(await harness.load(), 'ada@acme.example');
    const stytchAuth = await harness.load({ callbackParams, path: '/discovery' });
    stytchAuth.discardCallback();
    expect(sessionStorage.getItem('auth_pkce_oauth')).toBeNull();
    const result = await runActor(stytchAuth.actors.redeem, { callback: 'discovery_oauth' });
    expect(result).toMatchObject({ message: messages.noToken });
  });

  it.each(['denied', 'unknown_type', 'no_token', null] as const)(
    'reports a defect for a callback of kind %s, which the machine never redeems',
    async (callback) => {
      const { actors } = await harness.load();
      expect(await runActor(actors.redeem, { callback })).toMatchObject({ reason: 'unexpected' });
      expect(harness.reported.splice(0)).toHaveLength(1);
    },
  );
});

describe('Google for one organization', () => {
  it('starts with the organization’s id, returns to /authenticate and signs in [R2.1, R5.2]', async () => {
    const stytchAuth = await harness.load();
    const organization = { id: harness.organizationId('acme'), slug: 'acme', name: 'Acme' };
    const target = await navigatedUrl(() => {
      startActor(stytchAuth.actors.startGoogle, { organization });
    });
    expect(target.pathname).toBe('/v1/b2b/public/oauth/google/start');
    expect(Object.fromEntries(target.searchParams)).toMatchObject({
      organization_id: organization.id,
      login_redirect_url: 'http://localhost:3000/authenticate',
      signup_redirect_url: 'http://localhost:3000/authenticate',
      pkce_code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    });
    const callbackParams = await harness.choose(target, 'ada@acme.example');
    expect(callbackParams.callback).toBe('oauth');
    const back = await harness.load({ callbackParams, path: '/authenticate' });
    const outcome = await runActor(back.actors.redeem, { callback: 'oauth' });
    expect(outcome).toMatchObject({
      kind: 'authenticated',
      session: { organization: { slug: 'acme' } },
    });
  });

  it('requires verification when Google cannot confirm the address [R7.5]', async () => {
    const organization = { id: harness.organizationId('birch'), slug: 'birch', name: 'Birch Labs' };
    const callbackParams = await harness.throughGoogle(
      await harness.load(),
      'ben@birch.example',
      organization,
    );
    const stytchAuth = await harness.load({ callbackParams, path: '/authenticate' });
    const outcome = await runActor(stytchAuth.actors.redeem, { callback: 'oauth' });
    expect(outcome).toMatchObject({
      kind: 'primary_required',
      stepUp: {
        organization,
        allowedAuthMethods: ['email_otp', 'magic_link'],
        emailAddress: 'ben@birch.example',
      },
    });
    expect(hasIntermediateCookie()).toBe(true);
  });

  it('uses discovery for a typed organization [R5.1, R5.3]', async () => {
    const stytchAuth = await harness.load();
    const target = await navigatedUrl(() => {
      startActor(stytchAuth.actors.startGoogle, {
        organization: { id: 'org-new-team', slug: 'new-team', name: 'New Team' },
      });
    });
    expect(target.pathname).toBe('/v1/b2b/public/oauth/google/discovery/start');
    expect(target.searchParams.get('discovery_redirect_url')).toBe(
      'http://localhost:3000/discovery',
    );
  });
});

describe('intermediate session', () => {
  it('creates an organization [R7.2, R14.5]', async () => {
    const stytchAuth = await harness.discover('cleo@cleo.example');
    const outcome = await runActor(stytchAuth.actors.create, {
      organization: { id: 'org-cleo-co', name: 'Cleo & Co', slug: 'cleo-co' },
      ...(await harness.ownIntermediate()),
    });
    expect(outcome).toMatchObject({
      kind: 'authenticated',
      session: { organization: { slug: 'cleo-co', name: 'Cleo & Co' } },
    });
    expect(harness.lastBody()).toMatchObject({
      organization_name: 'Cleo & Co',
      organization_slug: 'cleo-co',
      session_duration_minutes: 1440,
    });
  });

  /** The slugs that were sent, `undefined` for a call without one, and the outcome. */
  async function create(name: string, settings: Record<string, unknown> = {}) {
    await harness.control('PATCH', '/project', settings);
    const stytchAuth = await harness.discover('cleo@cleo.example');
    harness.handler.store.state.requests.length = 0;
    const organization = typedOrganization(name);
    const outcome = await runActor(stytchAuth.actors.create, {
      organization,
      ...(await harness.ownIntermediate()),
    });
    const slugs = harness.handler.store.state.requests
      .filter(({ path }) => path.endsWith('/organizations/create'))
      .map(({ body }) =>
        v.parse(v.looseObject({ organization_slug: v.optional(v.string()) }), body),
      )
      .map(({ organization_slug }) => organization_slug);
    return { slugs, outcome };
  }

  it.each([
    ["Zoë's Team", 'zoes-team'],
    ['R&D', 'r-d'],
    ['Acme, Inc.', 'acme-inc'],
    ['Команда', 'komanda'],
    ['日本語', undefined],
  ])('creates %s with the slug %s [R7.11]', async (name, slug) => {
    const { slugs, outcome } = await create(name);
    expect(slugs).toEqual([slug]);
    expect(outcome).toMatchObject({ kind: 'authenticated', session: { organization: { name } } });
  });

  it('creates no second organization under a name that is taken, and says what to do [R7.12]', async () => {
    const { slugs, outcome } = await create('Acme');
    expect(slugs).toEqual(['acme']);
    expect(outcome).toMatchObject({
      kind: 'failed',
      reason: 'input',
      message: messagesAfterGoogle.organizationNameTaken,
      requestId: expect.stringMatching(/request-id/),
    });
  });

  it('sends a slug that fits the project’s addresses [R7.11]', async () => {
    const { slugs, outcome } = await create('A.B_C', {
      slug_pattern: 'https://{{slug}}.app.example',
    });
    expect(slugs).toEqual(['a-b-c']);
    expect(outcome).toMatchObject({ kind: 'authenticated' });
  });

  it('sends no slug when none of the name meets the project’s pattern [R7.11]', async () => {
    const { slugs } = await create('日本語', { slug_pattern: '^[a-z]+$' });
    expect(slugs).toEqual([undefined]);
  });

  it('creates an organization also when the project’s settings cannot be fetched [R15.5]', async () => {
    await harness.discover('cleo@cleo.example');
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    await harness.fault('/projects/bootstrap/*', { kind: 'drop' });
    const { actors } = await harness.load();
    const organization = typedOrganization('New Team');
    const own = await harness.ownIntermediate();
    const outcome = await runActor(actors.create, { organization, ...own });
    logged.mockRestore();
    expect(outcome).toMatchObject({
      kind: 'authenticated',
      session: { organization: { slug: 'new-team' } },
    });
  });

  it.each([
    ['exchange', { organizationId: null, intermediateDigest: 'digest' }],
    ['create', { organization: null, intermediateDigest: 'digest' }],
    ['sendCode', { emailAddress: null }],
  ] as const)(
    'reports a defect for %s without an input, and sends nothing',
    async (name, input) => {
      const { actors } = await harness.load();
      harness.handler.store.state.requests.length = 0;
      const result = await runActor<AnyActorLogic>(actors[name], input);
      expect(result).toMatchObject({ reason: 'unexpected' });
      expect(harness.reported.splice(0)).toHaveLength(1);
      expect(harness.requests()).toEqual([]);
    },
  );

  it('returns the provider’s reason when an organization cannot be created', async () => {
    const { slugs, outcome } = await create('New Team', { create_organization_enabled: false });
    expect(slugs).toEqual(['new-team']);
    expect(outcome).toMatchObject({
      kind: 'failed',
      reason: 'other',
      message: expect.stringMatching(/not enabled/i),
      requestId: expect.stringMatching(/request-id/),
    });
  });

  it('lists the organizations again [R14.3]', async () => {
    const stytchAuth = await harness.discover('ada@acme.example');
    const result = await runActor(stytchAuth.actors.readOrganizations, undefined);
    expect(result).toMatchObject({
      kind: 'discovered',
      discovery: {
        emailAddress: 'ada@acme.example',
        organizations: expect.arrayContaining([
          expect.objectContaining({ slug: 'acme', membership: 'member', follows: null }),
          expect.objectContaining({ slug: 'harbor', membership: 'invited' }),
          expect.objectContaining({ slug: 'grove', membership: 'joinable' }),
          expect.objectContaining({ slug: 'fjord', follows: 'second_factor' }),
        ]),
      },
    });
  });

  it('returns the error’s own message when an organization’s policy denies the exchange [R15.1]', async () => {
    const stytchAuth = await harness.discover('ada@acme.example');
    const result = await runActor(stytchAuth.actors.exchange, {
      organizationId: harness.organizationId('iris'),
      ...(await harness.ownIntermediate()),
    });
    const request = harness.handler.store.state.requests.at(-1);
    expect(request?.status).toBe(403);
    expect(result).toMatchObject({ kind: 'failed', reason: 'refused' });
    expect('message' in result && result.message).not.toMatch(/\n|\[403\]/);
    expect(hasIntermediateCookie()).toBe(true);
  });

  it('fails when the provider does not know the session', async () => {
    const stytchAuth = await harness.discover('ada@acme.example');
    await harness.control('POST', '/clock', { advanceMs: 11 * 60_000 });
    const organizationId = harness.organizationId('acme');
    expect(
      await runActor(stytchAuth.actors.exchange, {
        organizationId,
        ...(await harness.ownIntermediate()),
      }),
    ).toMatchObject({
      reason: 'intermediate',
      message: messages.intermediateExpired,
    });
  });

  it('fails without a request when the cookie has expired', async () => {
    const stytchAuth = await harness.discover('ada@acme.example');
    expect(hasIntermediateCookie()).toBe(true);
    expireIntermediateSession();
    expect(hasIntermediateCookie()).toBe(false);
    harness.handler.store.state.requests.length = 0;
    const refused = { kind: 'failed', reason: 'intermediate' };
    const organizationId = harness.organizationId('acme');
    expect(
      await runActor(stytchAuth.actors.exchange, {
        organizationId,
        ...(await harness.ownIntermediate()),
      }),
    ).toMatchObject(refused);
    expect(
      await runActor(stytchAuth.actors.create, {
        organization: { id: 'org-a-b', name: 'A B', slug: 'a-b' },
        ...(await harness.ownIntermediate()),
      }),
    ).toMatchObject(refused);
    expect(harness.requests()).toEqual([]);
  });

  it('keeps the session when the response has the wrong shape', async () => {
    const stytchAuth = await harness.discover('ada@acme.example');
    await harness.fault('/b2b/discovery/intermediate_sessions/exchange', { kind: 'wrongShape' });
    const organizationId = harness.organizationId('acme');
    expect(
      await runActor(stytchAuth.actors.exchange, {
        organizationId,
        ...(await harness.ownIntermediate()),
      }),
    ).toMatchObject({
      reason: 'unreachable',
      message: messages.unreachable,
    });
    expect(hasIntermediateCookie()).toBe(true);
    expect(hasSessionCookie()).toBe(false);
  });
});
