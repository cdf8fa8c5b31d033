import { jwtVerify } from 'jose/jwt/verify';
import { importJWK } from 'jose/key/import';
import * as v from 'valibot';
import { PUBLIC_KEY } from '../../crypto/signing-key.ts';
import { normalizeEmail } from '../../store/email-address.ts';
import { LIMITS } from '../../store/limits.ts';
import { saveGoogleAccount } from '../../store/sessions.ts';
import type { GoogleAccount } from '../../store/state.ts';
import type { Store } from '../../store/store.ts';
import { refusal } from '../http/provider-error.ts';
import { noBody, route } from '../http/route.ts';
import { signJwt } from '../sessions/session-jwt.ts';
import { requireOrganization } from '../validation/require-records.ts';
import { checkOAuthParameters } from './check-oauth-parameters.ts';
import { issueTokenRedirect } from './oauth-tokens.ts';

/** The issuer of every ID token of the emulated Google. */
const GOOGLE_ISSUER = 'https://accounts.google.com';

const publicKey = importJWK(PUBLIC_KEY, 'RS256');

const claimsSchema = v.looseObject({
  email: v.string(),
  email_verified: v.boolean(),
  name: v.string(),
});

function requireClientId(store: Store): string {
  const clientId = store.state.project.google_one_tap_client_id;
  if (clientId !== null) return clientId;
  throw refusal('oauth_config_not_found');
}

async function readIdToken(store: Store, idToken: string): Promise<GoogleAccount> {
  const audience = requireClientId(store);
  const invalid = refusal('id_token_invalid');
  const verified = await jwtVerify(idToken, await publicKey, {
    issuer: GOOGLE_ISSUER,
    audience,
    currentDate: new Date(store.clock.now()),
  }).catch(() => {
    throw invalid;
  });
  const claims = v.safeParse(claimsSchema, verified.payload);
  if (!claims.success) throw invalid;
  const { email, email_verified, name } = claims.output;
  return saveGoogleAccount(store, {
    email: normalizeEmail(email),
    name,
    emailVerified: email_verified,
  });
}

/** Issues the ID token with which the emulated Google says who is signed in. It lasts an hour. */
export function googleIdToken(store: Store, account: GoogleAccount): Promise<string> {
  const now = store.clock.now();
  return signJwt(
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
}

const submitFields = {
  id_token: v.string(),
  pkce_code_challenge: v.optional(v.string()),
};

export const oneTapRoutes = [
  route({
    browser: 'GET /b2b/oauth/google/onetap/start',
    body: noBody,
    handle: ({ store }) => ({ google_client_id: requireClientId(store) }),
  }),
  route({
    browser: 'POST /b2b/oauth/google/onetap/discovery/submit',
    body: v.looseObject({ ...submitFields, discovery_redirect_url: v.optional(v.string()) }),
    async handle({ store }, input) {
      const start = checkOAuthParameters(store, null, input);
      const account = await readIdToken(store, input.id_token);
      return { redirect_url: issueTokenRedirect(store, start, account).href };
    },
  }),
  route({
    browser: 'POST /b2b/oauth/google/onetap/submit',
    body: v.looseObject({
      ...submitFields,
      organization_id: v.string('organization_id is a required argument'),
      login_redirect_url: v.optional(v.string()),
      signup_redirect_url: v.optional(v.string()),
    }),
    async handle({ store }, input) {
      const organization = requireOrganization(store, input.organization_id);
      const start = checkOAuthParameters(store, organization, input);
      const account = await readIdToken(store, input.id_token);
      return { redirect_url: issueTokenRedirect(store, start, account).href };
    },
  }),
];
