// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { messages } from '#machines/rules/messages.ts';
import { fillStorage } from '../support/browser.ts';
import {
  listenToExternalEvents,
  runActor,
  SDK_STATE_KEY,
  setUpHarness,
} from '../support/harness.ts';
import { loadSignedIn } from '../support/load-signed-in.ts';

const harness = setUpHarness();

let isFull = false;
fillStorage(() => isFull);

describe('a browser without space for the session [R13.10]', () => {
  beforeEach(() => {
    isFull = false;
  });

  const expectNothingLeft = async () => {
    await vi.waitFor(async () => expect(await harness.activeSessions()).toBe(0));
    expect(document.cookie).toBe('');
    expect(localStorage.getItem(SDK_STATE_KEY) ?? 'null').toBe('null');
  };

  it('ends an exchanged session, and says why', async () => {
    const stytchAuth = await harness.discover('ada@acme.example');
    isFull = true;
    const organizationId = harness.organizationId('acme');
    const result = await runActor(stytchAuth.actors.exchange, {
      organizationId,
      ...(await harness.ownIntermediate()),
    });
    expect(result).toMatchObject({ kind: 'failed', message: messages.storageFull });
    await expectNothingLeft();
  });

  it('ends an impersonated session, and removes its cookie', async () => {
    const callbackParams = await harness.impersonate();
    const stytchAuth = await harness.load({ callbackParams, path: '/authenticate' });
    isFull = true;
    const result = await runActor(stytchAuth.actors.redeem, { callback: 'impersonation' });
    expect(result).toMatchObject({ kind: 'failed', message: messages.storageFull });
    await expectNothingLeft();
  });

  it('ends the session of a cookie without stored session', async () => {
    await harness.signIn('ada@acme.example', 'acme');
    localStorage.clear();
    const stytchAuth = await harness.load();
    isFull = true;
    const result = await runActor(stytchAuth.actors.resume, undefined);
    expect(result).toMatchObject({ kind: 'failed', message: messages.storageFull });
    await expectNothingLeft();
  });

  it('ends the session of a switch whose older session is still stored', async () => {
    const stytchAuth = await loadSignedIn(harness);
    const { events, stop } = listenToExternalEvents(stytchAuth);
    isFull = true;
    const organizationId = harness.organizationId('harbor');
    const result = await runActor(stytchAuth.actors.switchOrganization, { organizationId });
    stop();
    expect(result).toMatchObject({ kind: 'failed', reason: 'session' });
    expect(events.filter(({ type }) => type.startsWith('session.'))).toEqual([]);
    await expectNothingLeft();
  });
});

it('records a sign-out also when storage was full before it [R22.12]', async () => {
  isFull = false;
  const { actors } = await harness.signIn('ada@acme.example', 'acme');
  isFull = true;
  const send = window.fetch;
  window.fetch = (input, init) => {
    isFull = false;
    return send(input, init);
  };
  await runActor(actors.revoke, { reason: 'requested' });
  expect(localStorage.getItem('auth_signed_out_at')).not.toBeNull();
});
