// @vitest-environment happy-dom
import { describe, expect, it, vi } from 'vitest';
import { readCallbackParams } from '#src/stytch/callback.ts';
import type { StytchAuth } from '#src/stytch/stytch-auth.ts';
import { runActor, SDK_STATE_KEY, setUpHarness } from '../support/harness.ts';

const BEN = 'ben@birch.example';
const LINK_SLOT = `${SDK_STATE_KEY}::PKCE_VERIFIER:magic_links`;
const OTHER_PAIR = JSON.stringify({
  code_verifier: 'b'.repeat(64),
  code_challenge: 'c'.repeat(43),
});

const harness = setUpHarness();

async function mail(to = BEN): Promise<{ code?: string; link?: string }> {
  const [newest] = await harness.control('GET', `/inbox?to=${to}`);
  return newest;
}

describe('a magic link', () => {
  async function linkTo(stytchAuth: StytchAuth): Promise<string> {
    const input = { emailAddress: BEN, organizationId: 'organization-1' };
    await runActor(stytchAuth.actors.sendLink, input);
    const { link = '' } = await mail();
    return link;
  }

  async function open(landed: string) {
    const callbackParams = readCallbackParams(new URL(landed));
    const stytchAuth = await harness.load({ callbackParams, path: '/discovery' });
    return {
      actors: stytchAuth.actors,
      callback: stytchAuth.startInput().callback,
      redeem: () => runActor(stytchAuth.actors.redeem, { callback: 'magic_link' }),
    };
  }

  it('that was requested here leads to the chosen organization, once [R9.5, R9.6, R14.7]', async () => {
    const landed = await linkTo(await harness.discover(BEN));
    const first = await open(landed);
    expect(first.callback).toBe('magic_link');
    expect(await first.redeem()).toMatchObject({
      kind: 'discovered',
      discovery: { emailAddress: BEN },
      link: 'own',
      requestedFor: 'organization-1',
    });
    const again = await open(landed);
    expect(again.callback).toBe('foreign_link');
    expect(await again.redeem()).toMatchObject({ code: 'linkUsedOrExpired' });
  });

  it('counts as requested here as soon as it is sent, before the provider has answered', async () => {
    const stytchAuth = await harness.discover(BEN);
    const { answered, release } = harness.holdAnswer('/b2b/magic_links/email/discovery/send');
    const landed = linkTo(stytchAuth);
    await answered;
    const { callback } = await open(
      `http://localhost:3000/discovery?stytch_token_type=discovery&token=x`,
    );
    expect(callback).toBe('magic_link');
    release();
    await landed;
  });

  it('is not one of this browser when this browser did not request it [R22.2]', async () => {
    const landed = await linkTo(await harness.discover(BEN));
    localStorage.clear();
    const { redeem } = await open(landed);
    expect(await redeem()).toMatchObject({ kind: 'discovered', link: 'foreign' });
  });

  it('needs the verifier that it was requested with, where the project says so [R9.4]', async () => {
    await harness.control('PATCH', '/project', { pkce_required_for_email_magic_links: true });
    const landed = await linkTo(await harness.discover(BEN));
    const pair = localStorage.getItem(LINK_SLOT) ?? '';
    const refused = { reason: 'pkce', code: 'linkOfOtherBrowser' };
    localStorage.removeItem(LINK_SLOT);
    expect(await (await open(landed)).redeem()).toMatchObject(refused);
    expect(harness.requestsTo('/b2b/magic_links/discovery/authenticate')).toBe(0);
    localStorage.setItem(LINK_SLOT, OTHER_PAIR);
    expect(await (await open(landed)).redeem()).toMatchObject(refused);
    localStorage.setItem(LINK_SLOT, pair);
    expect(await (await open(landed)).redeem()).toMatchObject({ kind: 'discovered' });
  });

  it('needs no settings [R15.5]', async () => {
    const landed = await linkTo(await harness.discover(BEN));
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    await harness.fault('/projects/bootstrap/*', { kind: 'drop' });
    expect(await (await open(landed)).redeem()).toMatchObject({ kind: 'discovered' });
  });
});
