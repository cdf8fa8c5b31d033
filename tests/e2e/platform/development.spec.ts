import { createServer } from 'vite';
import { EmulatorClient } from '#emulator/control/control-client.ts';
import {
  continueWithGoogle,
  expect,
  expectState,
  organizationRow,
  test,
} from '../support/product-test.ts';

test('the development build calls the provider once per step, although React renders twice in strict mode', async ({
  page,
}) => {
  test.slow();
  const server = await createServer({ logLevel: 'silent', server: { port: 4480 } });
  try {
    await server.listen();
    const origin = (server.resolvedUrls?.local[0] ?? '').replace(/\/$/, '');
    const emulator = new EmulatorClient(origin);
    await page.goto(origin);
    await continueWithGoogle(page, 'ben@birch.example');
    await organizationRow(page, 'birch').dblclick();
    await expectState(page, /^signedOut\.stepUp/);
    await page.getByRole('button', { name: 'Send verification code' }).dblclick();
    await expectState(page, /awaitingCode/);
    const [mail] = await emulator.inbox('ben@birch.example');
    const field = page.getByPlaceholder('Enter 6-digit code');
    // The sixth digit submits the form; Enter submits it again in the same tick.
    await field.evaluate((input, code) => {
      if (!(input instanceof HTMLInputElement)) return;
      const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value') ?? {};
      set?.call(input, code);
      input.dispatchEvent(new InputEvent('input', { bubbles: true }));
      input.form?.requestSubmit();
    }, mail?.code ?? '');
    await expectState(page, 'signedIn.authenticated');
    expect(await emulator.calls()).toEqual([
      'POST /b2b/oauth/discovery/authenticate',
      'POST /b2b/discovery/intermediate_sessions/exchange',
      'POST /b2b/otps/email/discovery/send',
      'POST /b2b/otps/email/discovery/authenticate',
      'POST /b2b/discovery/intermediate_sessions/exchange',
    ]);
  } finally {
    // Vite's client reloads the page when it loses its server, which would log a console error.
    await page.goto('about:blank');
    await server.close();
  }
});
