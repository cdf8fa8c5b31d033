// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  allowSecurityCheckScripts,
  readSecurityChecks,
} from '#src/stytch/sdk/security-check-scripts.ts';
import type { StytchAuth } from '#src/stytch/stytch-auth.ts';
import { setUpHarness } from '../support/harness.ts';

const emailAddress = 'ben@birch.example';
const FAILED = {
  kind: 'failed',
  reason: 'known',
  code: 'securityCheckFailed',
};

const CAPTCHA_SCRIPT = 'https://www.google.com/recaptcha/enterprise.js?render=site-key';
const TELEMETRY_SCRIPT = 'https://elements.stytch.com/telemetry.js';
const CAPTCHA_SECOND_SCRIPT =
  'https://www.gstatic.com/recaptcha/releases/emulator/recaptcha__en.js';

const harness = setUpHarness({ fakeTimers: true });
const sendCode = (stytchAuth: StytchAuth) =>
  harness.run(stytchAuth.actors.sendCode, { emailAddress });

/** The scripts that the page was told to load, in order. Nothing is loaded: the test says what happens. */
let scripts: HTMLScriptElement[];

beforeEach(() => {
  scripts = [];
  const append = (node: Node | string) => {
    if (node instanceof HTMLScriptElement) scripts.push(node);
  };
  vi.spyOn(document.head, 'append').mockImplementation(append);
  vi.spyOn(document.head, 'appendChild').mockImplementation((node) => {
    append(node);
    return node;
  });
});
afterEach(() => {
  Reflect.deleteProperty(window, 'grecaptcha');
  Reflect.deleteProperty(window, 'GetTelemetryID');
});

const addresses = () => scripts.map(({ src }) => src);

let loads = 0;

/** Loads the page of a project with captcha. The SDK loads a script once, so that every page has its own site key. */
async function loadWithCaptcha(): Promise<{ stytchAuth: StytchAuth; address: string }> {
  loads += 1;
  const siteKey = `site-key-${loads}`;
  await harness.control('PATCH', '/project', { captcha_settings: { enabled: true, siteKey } });
  const stytchAuth = await harness.load();
  await vi.waitFor(() => expect(scripts).toHaveLength(1));
  return { stytchAuth, address: CAPTCHA_SCRIPT.replace('site-key', siteKey) };
}

function loadCaptcha(script: HTMLScriptElement | undefined, execute: () => Promise<string>): void {
  const enterprise = { ready: (callback: () => void) => callback(), execute };
  Object.assign(window, { grecaptcha: { enterprise } });
  script?.dispatchEvent(new Event('load'));
}

const issueToken = async () => {
  const address =
    'http://localhost/_emulator/security-checks/www.google.com/recaptcha/enterprise/clr';
  const request = new Request(address, { method: 'POST' });
  return (await harness.handler.fetch(request)).text();
};

describe('a call that the SDK protects [R14.20]', () => {
  it('carries the token of captcha', async () => {
    const { stytchAuth, address } = await loadWithCaptcha();
    expect(addresses()).toEqual([address]);
    loadCaptcha(scripts[0], issueToken);
    expect(await sendCode(stytchAuth)).toMatchObject({ kind: 'sent' });
    expect(harness.lastBody()).toMatchObject({ captcha_token: expect.stringMatching(/^captcha-/) });
  });

  it('carries the telemetry id of fingerprinting', async () => {
    Reflect.set(window, 'GetTelemetryID', async () => 'telemetry-1');
    harness.handler.store.state.telemetryIds.push('telemetry-1');
    const settings = { dfp_protected_auth_enabled: true, dfp_protected_auth_mode: 'DECISIONING' };
    await harness.control('PATCH', '/project', settings);
    const stytchAuth = await harness.load();
    await vi.waitFor(() => expect(addresses()).toEqual([TELEMETRY_SCRIPT]));
    scripts[0]?.dispatchEvent(new Event('load'));
    expect(await sendCode(stytchAuth)).toMatchObject({ kind: 'sent' });
    expect(harness.lastBody()).toMatchObject({ dfp_telemetry_id: 'telemetry-1' });
  });
});

describe('a security check that fails [R15.10, R15.11]', () => {
  it('fails the call when captcha rejects', async () => {
    const { stytchAuth } = await loadWithCaptcha();
    loadCaptcha(scripts[0], () => Promise.reject(null));
    expect(await sendCode(stytchAuth)).toMatchObject(FAILED);
  });

  it('fails the call when a network in between asks for captcha, which the settings do not name', async () => {
    const stytchAuth = await harness.load();
    const { fetch } = window;
    window.fetch = async (input, init) => {
      if (!String(input).includes('/otps/')) return fetch(input, init);
      return new Response('Captcha required', { status: 403 });
    };
    expect(await sendCode(stytchAuth)).toMatchObject(FAILED);
  });

  it('fails the call after ten seconds, and does not send it when the script comes late', async () => {
    const { stytchAuth } = await loadWithCaptcha();
    const settled = vi.fn();
    const sending = sendCode(stytchAuth).then(settled);
    await vi.advanceTimersByTimeAsync(9_999);
    expect(settled).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    await sending;
    expect(settled).toHaveBeenCalledWith(expect.objectContaining(FAILED));
    loadCaptcha(scripts[0], issueToken);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(harness.requests()).not.toContain('/b2b/otps/email/discovery/send');
  });
});

describe('the scripts of the checks [R19.9]', () => {
  const createPolicy = vi.fn();
  beforeEach(() => {
    createPolicy.mockClear();
    Object.assign(window, { trustedTypes: { createPolicy } });
  });
  afterEach(() => {
    Reflect.deleteProperty(window, 'trustedTypes');
  });

  it('are those of the allowed checks, and no other text', () => {
    allowSecurityCheckScripts(['fingerprinting']);
    const [name, rules] = createPolicy.mock.lastCall ?? [];
    expect([name, Object.keys(rules)]).toEqual(['default', ['createScriptURL']]);
    expect(rules.createScriptURL(TELEMETRY_SCRIPT)).toBe(TELEMETRY_SCRIPT);
    allowSecurityCheckScripts(['captcha']);
    const { createScriptURL } = createPolicy.mock.lastCall?.[1] ?? {};
    expect(createScriptURL(CAPTCHA_SCRIPT)).toBe(CAPTCHA_SCRIPT);
    expect(createScriptURL(CAPTCHA_SECOND_SCRIPT)).toBe(CAPTCHA_SECOND_SCRIPT);
    for (const address of [
      TELEMETRY_SCRIPT,
      'https://www.google.com/recaptcha/enterprise.jsx',
      'https://www.gstatic.com/recaptcha/releases/../other.js',
      'https://www.google.com.evil.example/recaptcha/enterprise.js',
      '/recaptcha/enterprise.js',
    ]) {
      expect(createScriptURL(address)).toBeNull();
    }
  });

  it('need no policy without a check', () => {
    allowSecurityCheckScripts([]);
    expect(createPolicy).not.toHaveBeenCalled();
  });

  it('are named by the setting of a build, which stops at an unknown name', () => {
    expect(['', 'captcha', ' fingerprinting , captcha,'].map(readSecurityChecks)).toEqual([
      [],
      ['captcha'],
      ['captcha', 'fingerprinting'],
    ]);
    expect(() => readSecurityChecks('captcha,recaptcha')).toThrow(
      'VITE_SECURITY_CHECKS names an unknown check: recaptcha. Known: captcha, fingerprinting.',
    );
  });
});
