import type { Hono } from 'hono';
import * as v from 'valibot';
import { jsonResponse } from '../api/http/json-response.ts';
import { GOOGLE_ISSUER } from '../api/oauth/google-one-tap.ts';
import { impersonationUrl } from '../api/sessions/impersonation.ts';
import { signJwt } from '../api/sessions/session-jwt.ts';
import { LIMITS } from '../store/limits.ts';
import {
  findGoogleAccount,
  findMember,
  findOrganization,
  normalizeEmail,
} from '../store/lookup.ts';
import type { Store } from '../store/store.ts';
import { ControlError, parseControlRequest } from './control-request.ts';

const impersonateSchema = v.strictObject({
  email: v.string(),
  organizationSlug: v.string(),
  /** The app's origin, when it is not the emulator's own. */
  origin: v.optional(v.pipe(v.string(), v.url())),
  impersonator: v.optional(v.string(), 'sam@support.example'),
});

const idTokenSchema = v.strictObject({
  email: v.string(),
  audience: v.optional(v.string()),
  expired: v.optional(v.boolean(), false),
});

/** What a support person or Google itself would hand out. */
export function mountTokenControl(app: Hono, store: Store): void {
  app.post('/impersonate', async ({ req }) => {
    const wanted = await parseControlRequest(req.raw, impersonateSchema);
    const organization = findOrganization(store, { slug: wanted.organizationSlug });
    const member = organization && findMember(store, organization.id, normalizeEmail(wanted.email));
    if (member === undefined) {
      throw new ControlError(404, 'There is no such member of this organization.');
    }
    const origin = wanted.origin ?? new URL(req.url).origin;
    const url = impersonationUrl(store, member, wanted.impersonator, origin);
    return jsonResponse({ url: url.href }, 200);
  });

  app.post('/google/id-token', async ({ req }) => {
    const wanted = await parseControlRequest(req.raw, idTokenSchema);
    const person = findGoogleAccount(store, normalizeEmail(wanted.email));
    if (person === undefined) throw new ControlError(404, 'There is no such Google account.');
    const now = store.clock.now();
    const idToken = await signJwt(
      {
        iss: GOOGLE_ISSUER,
        aud: wanted.audience ?? store.state.project.google_one_tap_client_id ?? '',
        sub: person.subject,
        email: person.email,
        email_verified: person.confirmed,
        name: person.name,
      },
      {
        issuedAt: now - (wanted.expired ? 120 * LIMITS.minute : 0),
        expiresAt: now + (wanted.expired ? -60 : 60) * LIMITS.minute,
      },
    );
    return jsonResponse({ id_token: idToken }, 200);
  });
}
