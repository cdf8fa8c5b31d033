// @vitest-environment happy-dom
import { describe, expect, it, vi } from 'vitest';
import { typedOrganization } from '#machines/rules/organization.ts';
import { readCookie, writeCookie } from '#src/stytch/session/cookies.ts';
import {
  hasIntermediateCookie,
  hasSessionCookie,
  removeIntermediateCookie,
} from '#src/stytch/session/session.ts';
import type { StytchAuth } from '#src/stytch/stytch-auth.ts';
import { clearBrowser } from '../support/browser.ts';
import { flushMicrotasks } from '../support/flush-microtasks.ts';
import { COOKIES, PUBLIC_TOKEN, setUpHarness } from '../support/harness.ts';

const ADA = 'ada@acme.example';
const EXCHANGE = '/b2b/discovery/intermediate_sessions/exchange';
const CREATE = '/b2b/discovery/organizations/create';
const harness = setUpHarness();

const create = async ({ actors }: StytchAuth, name: string) =>
  harness.run(actors.create, {
    organization: typedOrganization(name),
    ...(await harness.ownIntermediate()),
  });

describe('the list', () => {
  it('has what a session can be exchanged for, also beside a planted intermediate session [R11.13]', async () => {
    const { actors } = await harness.signIn(ADA, 'acme');
    writeCookie(COOKIES.intermediate, 'planted', Date.now() + 60_000);
    const list = await harness.run(actors.readOrganizations, undefined);
    const organizations = list.kind === 'discovered' ? list.discovery.organizations : [];
    const slugs = organizations.map(({ slug }) => slug);
    expect(slugs).toEqual(['acme', 'fjord', 'harbor', 'iris', 'juniper']);
    expect(hasIntermediateCookie(PUBLIC_TOKEN)).toBe(false);
  });

  it('belongs to the intermediate session that it was asked for with, also when another tab has replaced that one [R22.1]', async () => {
    const { actors } = await harness.discover(ADA);
    const own = await harness.ownIntermediate();
    const { answered, release } = harness.holdAnswer('/b2b/discovery/organizations');
    const list = harness.run(actors.readOrganizations, undefined);
    await answered;
    writeCookie(COOKIES.intermediate, 'of another person', Date.now() + 600_000);
    release();
    expect(await list).toMatchObject({ kind: 'discovered', ...own });
  });
});

describe('the exchange', () => {
  it('ignores a response that comes after it was left [R7.10]', async () => {
    const { actors } = await harness.discover(ADA);
    const before = [JSON.stringify({ ...localStorage }), document.cookie];
    const { answered, release } = harness.holdAnswer(EXCHANGE);
    const organizationId = harness.organizationId('acme');
    const own = await harness.ownIntermediate();
    const left = harness.start(actors.exchange, { organizationId, ...own });
    await answered;
    left.stop();
    release();
    await flushMicrotasks();
    expect([JSON.stringify({ ...localStorage }), document.cookie]).toEqual(before);
  });

  it('ignores a response that comes after a sign-out in another tab [R11.12]', async () => {
    const stytchAuth = await harness.discover(ADA);
    const { answered, release } = harness.holdAnswer(EXCHANGE);
    const result = harness.exchange(stytchAuth, 'acme');
    await answered;
    localStorage.setItem('auth_signed_out_at', '1');
    release();
    expect(await result).toMatchObject({ reason: 'unreachable' });
    expect(hasSessionCookie(PUBLIC_TOKEN)).toBe(false);
  });

  it('is not sent with another intermediate session than that of the list, which is shown [R22.1]', async () => {
    await harness.discover('dora@acme.example');
    const doras = readCookie(COOKIES.intermediate) ?? '';
    clearBrowser();
    const { actors } = await harness.discover(ADA);
    const own = await harness.ownIntermediate();
    writeCookie(COOKIES.intermediate, doras, Date.now() + 600_000);
    const results = [
      await harness.run(actors.exchange, {
        organizationId: harness.organizationId('acme'),
        ...own,
      }),
      await harness.run(actors.create, { organization: typedOrganization('New'), ...own }),
    ];
    const discovery = { emailAddress: 'dora@acme.example' };
    const dorasList = { kind: 'discovered', discovery, ...(await harness.ownIntermediate()) };
    expect(results).toMatchObject([dorasList, dorasList]);
    expect([harness.requestsTo(EXCHANGE), harness.requestsTo(CREATE)]).toEqual([0, 0]);
  });

  it('is not sent without an intermediate session, nor without an organization', async () => {
    const stytchAuth = await harness.discover(ADA);
    removeIntermediateCookie(PUBLIC_TOKEN);
    harness.handler.store.state.requests.length = 0;
    expect([
      await harness.exchange(stytchAuth, 'acme'),
      await create(stytchAuth, 'A B'),
    ]).toMatchObject([{ reason: 'intermediate' }, { reason: 'intermediate' }]);
    const nothing = { organizationId: null, intermediateDigest: 'digest' };
    expect(await harness.run(stytchAuth.actors.exchange, nothing)).toMatchObject({
      reason: 'unexpected',
    });
    expect(harness.reported.splice(0)).toHaveLength(1);
    expect(harness.requests()).toEqual([]);
  });
});

describe('the creation', () => {
  it.each([
    ['Cleo & Co', {}, 'cleo-co'],
    ['A.B_C', { slug_pattern: 'https://{{slug}}.app.example' }, 'a-b-c'],
    ['日本語', {}, undefined],
  ])('of %s with %j sends the slug %s [R7.2, R7.11]', async (name, settings, slug) => {
    await harness.control('PATCH', '/project', settings);
    const result = await create(await harness.discover('cleo@cleo.example'), name);
    expect(result.kind).toBe('authenticated');
    expect(Object(harness.lastBody()).organization_slug).toBe(slug);
  });

  it('needs no settings [R15.5]', async () => {
    await harness.discover('cleo@cleo.example');
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    await harness.fault('/projects/bootstrap/*', { kind: 'drop' });
    expect(await create(await harness.load(), 'New Team')).toMatchObject({ kind: 'authenticated' });
  });
});

describe('the switch [R11.13]', () => {
  const restrict = (slug: string) =>
    Object.assign(harness.organization(slug), {
      authMethods: 'RESTRICTED',
      allowedAuthMethods: ['email_otp'],
    });

  it.each([
    [
      'harbor',
      () => undefined,
      { kind: 'authenticated', session: { organization: { slug: 'harbor' } } },
    ],
    ['fjord', () => undefined, { kind: 'mfa_required', secondFactor: { factor: 'totp' } }],
    ['harbor', () => restrict('harbor'), { kind: 'primary_required' }],
  ])('to %s resolves to its result, and sends no event', async (slug, prepare, expected) => {
    const stytchAuth = await harness.signIn(ADA, 'acme');
    prepare();
    const { events, stop } = harness.listen(stytchAuth);
    const organizationId = harness.organizationId(slug);
    const result = await harness.run(stytchAuth.actors.switchOrganization, { organizationId });
    await flushMicrotasks();
    stop();
    expect(result).toMatchObject(expected);
    const isSignedIn = result.kind === 'authenticated';
    expect(hasSessionCookie(PUBLIC_TOKEN)).toBe(isSignedIn);
    expect(localStorage.getItem('auth_refresh') !== null).toBe(isSignedIn);
    expect(events.filter(({ type }) => type.startsWith('session'))).toEqual([]);
  });

  it('is not sent with the session of another member, which is shown [R22.1]', async () => {
    const { actors } = await harness.signIn(ADA, 'acme');
    await harness.signIn('dora@acme.example', 'acme');
    const organizationId = harness.organizationId('harbor');
    const result = await harness.run(actors.switchOrganization, { organizationId });
    expect(result).toMatchObject({ session: { emailAddress: 'dora@acme.example' } });
    expect(harness.requestsTo('/b2b/sessions/exchange')).toBe(0);
  });
});
