// @vitest-environment happy-dom
import { expect, it, vi } from 'vitest';
import type { CallbackParams } from '#src/stytch/callback.ts';
import { writeCookie } from '#src/stytch/session/cookies.ts';
import { COOKIES, SDK_STATE_KEY, setUpHarness } from '../support/harness.ts';

const BEN = 'ben@birch.example';
const LINK_SLOT = `${SDK_STATE_KEY}::PKCE_VERIFIER:magic_links`;
const OTHER_PAIR = JSON.stringify({
  code_verifier: 'b'.repeat(64),
  code_challenge: 'c'.repeat(43),
});
const input = { emailAddress: BEN, organizationId: 'organization-1' };

const harness = setUpHarness();

/** Signs in up to the verification, and requests a magic link. */
async function requestLink(): Promise<CallbackParams | null> {
  const { actors } = await harness.discover(BEN);
  await harness.run(actors.sendLink, input);
  return harness.openNewestLink(BEN);
}

/** Opens the page of a link. */
async function open(callbackParams: CallbackParams | null) {
  const { actors, startInput } = await harness.load({ callbackParams, path: '/discovery' });
  const { callback } = startInput();
  return { actors, callback, redeem: () => harness.run(actors.redeem, { callback }) };
}

it('a link that was requested here leads to the chosen organization, once [R9.5, R9.6, R14.7]', async () => {
  const link = await requestLink();
  const first = await open(link);
  expect(first.callback).toBe('magic_link');
  expect(await first.redeem()).toMatchObject({
    kind: 'discovered',
    discovery: { emailAddress: BEN },
    link: 'own',
    requestedFor: 'organization-1',
  });
  const again = await open(link);
  expect(again.callback).toBe('foreign_link');
  expect(await again.redeem()).toMatchObject({ code: 'linkUsedOrExpired' });
});

it('a link counts as requested here before the provider has answered, until a code is verified', async () => {
  const { actors } = await harness.discover(BEN);
  const { answered, release } = harness.holdAnswer('/b2b/magic_links/email/discovery/send');
  harness.start(actors.sendLink, input);
  await answered;
  const page = await open({ callback: 'magic_link', token: 'x' });
  expect(page.callback).toBe('magic_link');
  release();
  await harness.run(page.actors.sendCode, { emailAddress: BEN });
  const [{ code }] = await harness.control('GET', `/inbox?to=${BEN}`);
  await harness.run(page.actors.verifyCode, { emailAddress: BEN, code });
  expect((await open({ callback: 'magic_link', token: 'x' })).callback).toBe('foreign_link');
});

it('a link is not one of this browser when this browser did not request it [R22.2]', async () => {
  const link = await requestLink();
  localStorage.clear();
  expect(await (await open(link)).redeem()).toMatchObject({ kind: 'discovered', link: 'foreign' });
});

it('a link needs the verifier that it was requested with, where the project says so [R9.4]', async () => {
  await harness.control('PATCH', '/project', { pkce_required_for_email_magic_links: true });
  const link = await requestLink();
  const pair = localStorage.getItem(LINK_SLOT) ?? '';
  const refused = { reason: 'pkce', code: 'linkOfOtherBrowser' };
  localStorage.removeItem(LINK_SLOT);
  expect(await (await open(link)).redeem()).toMatchObject(refused);
  expect(harness.requestsTo('/b2b/magic_links/discovery/authenticate')).toBe(0);
  localStorage.setItem(LINK_SLOT, OTHER_PAIR);
  expect(await (await open(link)).redeem()).toMatchObject(refused);
  localStorage.setItem(LINK_SLOT, pair);
  expect(await (await open(link)).redeem()).toMatchObject({ kind: 'discovered' });
});

it('a link into an organization is redeemed without the intermediate session of another sign-in [R9.8]', async () => {
  const link = await harness.invite('new@acme.example');
  writeCookie(COOKIES.intermediate, 'of another sign-in', Date.now() + 60_000);
  expect(await (await open(link)).redeem()).toMatchObject({ kind: 'authenticated' });
  expect(JSON.stringify(harness.lastBody())).not.toContain('of another sign-in');
});

it('a link needs no settings [R15.5]', async () => {
  const link = await requestLink();
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  await harness.fault('/projects/bootstrap/*', { kind: 'drop' });
  expect(await (await open(link)).redeem()).toMatchObject({ kind: 'discovered' });
});
