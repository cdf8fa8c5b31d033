import type { Hono } from 'hono';
import * as v from 'valibot';
import { jsonResponse } from '../api/http/json-response.ts';
import { GOOGLE_ISSUER } from '../api/oauth/google-one-tap.ts';
import { impersonationUrl } from '../api/sessions/impersonation.ts';
import { login } from '../api/sessions/login.ts';
import { signJwt } from '../api/sessions/session-jwt.ts';
import { normalizeEmail } from '../store/email-address.ts';
import { LIMITS } from '../store/limits.ts';
import { findGoogleAccount, findMember, findOrganization } from '../store/lookup.ts';
import type { Store } from '../store/store.ts';
import { ControlError, parseControlRequest } from './control-request.ts';

const impersonateSchema = v.strictObject({
  email: v.string(),
  organizationSlug: v.string(),
  /** The app's origin, if it is not the emulator's own. */
  origin: v.optional(v.pipe(v.string(), v.url())),
  impersonator: v.optional(v.string(), 'sam@support.example'),
});

const loginSchema = v.strictObject({
  email: v.string(),
  organization: v.string(),
  minutes: v.optional(v.number(), LIMITS.sessionMinutes.default),
});

const idTokenSchema = v.strictObject({ email: v.string() });

/** Mounts the calls that issue what a support agent or Google would: impersonation links and ID tokens. */
export function mountTokenControl(app: Hono, store: Store): void {
  app.post('/impersonate', async ({ req }) => {
    const given = await parseControlRequest(req.raw, impersonateSchema);
    const organization = findOrganization(store, given.organizationSlug);
    const member = organization && findMember(store, organization.id, normalizeEmail(given.email));
    if (member === undefined) {
      throw new ControlError(404, 'The organization has no such member.');
    }
    const origin = given.origin ?? new URL(req.url).origin;
    const url = impersonationUrl(store, member, given.impersonator, origin);
    return jsonResponse({ url: url.href }, 200);
  });

  app.post('/login', async ({ req }) => {
    const session = await login(store, await parseControlRequest(req.raw, loginSchema));
    if (session === null) throw new ControlError(404, 'The organization has no such member.');
    return jsonResponse(session, 200);
  });

  app.post('/google/id-token', async ({ req }) => {
    const given = await parseControlRequest(req.raw, idTokenSchema);
    const account = findGoogleAccount(store, normalizeEmail(given.email));
    if (account === undefined) throw new ControlError(404, 'No such Google account.');
    const now = store.clock.now();
    const idToken = await signJwt(
      {
        iss: GOOGLE_ISSUER,
        aud: store.state.project.google_one_tap_client_id ?? '',
        sub: account.subject,
        email: account.email,
        email_verified: account.emailVerified,
        name: account.name,
      },
      { issuedAt: now, expiresAt: now + 60 * LIMITS.minuteMs },
    );
    return jsonResponse({ id_token: idToken }, 200);
  });
}
