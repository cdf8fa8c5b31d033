import { Hono } from 'hono';
import { assetResponse } from '../assets.ts';
import { LIMITS } from '../store/limits.ts';
import type { Store } from '../store/store.ts';

/** The files that stand in for the providers' scripts, by the scripts' addresses without `https://`. */
const SCRIPTS = {
  '/www.google.com/recaptcha/enterprise.js': 'recaptcha-loader.js',
  '/www.gstatic.com/recaptcha/releases/emulator/recaptcha__en.js': 'recaptcha-client.js',
  '/elements.stytch.com/telemetry.js': 'telemetry.js',
} as const;

/**
 * Creates the stand-ins for reCAPTCHA and for device fingerprinting: their scripts, and the addresses that the
 * scripts ask for values (R20.5). A test routes each real address here.
 */
export function securityCheckRoutes(store: Store): Hono {
  const app = new Hono();
  for (const [path, file] of Object.entries(SCRIPTS)) {
    app.get(path, () => assetResponse(file));
  }
  app.get('/www.google.com/recaptcha/enterprise/anchor', ({ html }) =>
    html('<!doctype html><title>reCAPTCHA</title><p>reCAPTCHA</p>'),
  );
  app.post('/www.google.com/recaptcha/enterprise/clr', ({ text }) => {
    const token = store.ids.token('captcha');
    const expiresAt = store.clock.now() + LIMITS.captchaTokenMs;
    store.state.captchaTokens.push({ token, expiresAt });
    return text(token);
  });
  app.post('/telemetry.stytch.com/submit', ({ text }) => {
    const id = store.ids.next('telemetry-id');
    store.state.telemetryIds.push(id);
    return text(id);
  });
  return app;
}
