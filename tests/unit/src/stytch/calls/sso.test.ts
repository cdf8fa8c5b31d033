// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import type { CallbackParams } from '#src/stytch/callback.ts';
import { writeCookie } from '#src/stytch/session/cookies.ts';
import { navigatedUrl } from '../support/browser.ts';
import { COOKIES, setUpHarness } from '../support/harness.ts';

const KIM = 'kim@kestrel.example';
const connectionId = 'oidc-connection-test-kestrel';
const harness = setUpHarness();

/** Starts the identity provider of Kestrel in this tab, and chooses an account there. */
async function answer(email = KIM): Promise<CallbackParams> {
  const { actors } = await harness.load();
  const start = { organization: null, connectionId };
  const target = await navigatedUrl(() => void harness.start(actors.startGoogle, start));
  return harness.choose(target, email, 'another');
}

/** Opens the page of an answer, and redeems it as the kind that the page finds. */
async function redeem(callbackParams: CallbackParams) {
  const { actors, startInput } = await harness.load({ callbackParams, path: '/authenticate' });
  const { callback } = startInput();
  return { callback, result: await harness.run(actors.redeem, { callback }) };
}

it('follows the choice of an organization that allows nothing else [R9.9]', async () => {
  const stytchAuth = await harness.discover(KIM);
  const connections = [{ id: connectionId, name: 'Kestrel ID' }];
  expect(await harness.exchange(stytchAuth, 'kestrel')).toMatchObject({
    kind: 'primary_required',
    stepUp: { allowedAuthMethods: [], connections },
  });
  const list = await harness.run(stytchAuth.actors.readOrganizations, undefined);
  expect(list).toMatchObject({ discovery: { organizations: [{ follows: 'single_sign_on' }] } });
});

const KESTREL = { session: { emailAddress: KIM, organization: { slug: 'kestrel' } } };

it('signs in with the verifier of this tab, once [R9.9]', async () => {
  const callbackParams = await answer();
  expect(await redeem(callbackParams)).toMatchObject({ callback: 'sso', result: KESTREL });
  expect(harness.lastBody()).toMatchObject({
    pkce_code_verifier: expect.stringMatching(/^\w{64}$/),
  });
  expect((await redeem(callbackParams)).result).toMatchObject({ code: 'ssoUsed' });
});

it('is not signed in by an answer that another tab has started: it may be another person’s [R5.14]', async () => {
  const callbackParams = await answer();
  sessionStorage.clear();
  expect(await redeem(callbackParams)).toMatchObject({
    callback: 'foreign_sso',
    result: { reason: 'pkce' },
  });
});

it('signs in when the identity provider starts it, also after one of this tab was left [R9.10]', async () => {
  await redeem(await answer('nobody@elsewhere.example'));
  const callbackParams = await harness.answerIdentityProvider(KIM);
  writeCookie(COOKIES.intermediate, 'of another sign-in', Date.now() + 60_000);
  expect(await redeem(callbackParams)).toMatchObject({ callback: 'foreign_sso', result: KESTREL });
  expect(harness.lastBody()).not.toHaveProperty('pkce_code_verifier');
  expect(JSON.stringify(harness.lastBody())).not.toContain('of another sign-in');
});
