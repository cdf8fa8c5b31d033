// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { clearCookies } from './support/browser.ts';
import { setUpHarness } from './support/harness.ts';

const harness = setUpHarness();

it('names the member whom the tab has shown when the browser holds no session [R22.15]', async () => {
  await harness.signIn('ada@acme.example', 'acme');
  const { storeTabMember, startInput } = await harness.load();
  storeTabMember(startInput().session);
  clearCookies();
  const stytchAuth = await harness.load();
  expect(await stytchAuth.readPreviousMember()).toMatchObject({ isGone: false });
  expect(stytchAuth.startInput().session).toBeNull();
});

it('keeps the record of an intermediate session when a callback starts without its cookie', async () => {
  const { confirmIntermediate } = await harness.load();
  confirmIntermediate('the-digest');
  await harness.load({ callbackParams: { callback: 'magic_link', token: 'x' } });
  expect(localStorage.getItem('auth_confirmed_intermediate')).toBe('the-digest');
});
