import { importJWK, jwtVerify } from 'jose';
import * as v from 'valibot';
import { PUBLIC_KEY } from '../../crypto/signing-key.ts';
import { saveGoogleAccount } from '../../google/save-account.ts';
import { findMember, findOrganization, normalizeEmail } from '../../store/lookup.ts';
import type { GoogleAccount } from '../../store/state.ts';
import type { Store } from '../../store/store.ts';
import { ProviderError, providerErrors } from '../http/provider-error.ts';
import { noBody, protectionFields, route } from '../http/route.ts';
import { readChallenge } from '../validation/pkce.ts';
import { signInRedirectUrl } from '../validation/redirect-urls.ts';
import { issueOAuthRedirect } from './oauth-tokens.ts';

/** The issuer of every ID token of the emulated Google. */
export const GOOGLE_ISSUER = 'https://accounts.google.com';

const publicKey = importJWK(PUBLIC_KEY, 'RS256');

const claimsSchema = v.looseObject({
  email: v.string(),
  email_verified: v.boolean(),
  name: v.string(),
});

function requireClientId(store: Store): string {
  const clientId = store.state.project.google_one_tap_client_id;
  if (clientId !== null) return clientId;
  throw new ProviderError(
    404,
    'oauth_config_not_found',
    'Google One Tap is not configured for this project.',
  );
}

async function readIdToken(store: Store, idToken: string): Promise<GoogleAccount> {
  const audience = requireClientId(store);
  const invalid = new ProviderError(400, 'id_token_invalid', 'The ID token is invalid.');
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
    confirmed: email_verified,
  });
}

const submitEntries = {
  ...protectionFields,
  id_token: v.string(),
  pkce_code_challenge: v.optional(v.string()),
};

export const oneTapRoutes = [
  route({
    method: 'GET',
    path: '/b2b/oauth/google/onetap/start',
    sdkMethod: 'oauth.googleOneTap.start',
    body: noBody,
    handle: ({ store }) => ({ google_client_id: requireClientId(store) }),
  }),
  route({
    method: 'POST',
    path: '/b2b/oauth/google/onetap/discovery/submit',
    sdkMethod: 'oauth.googleOneTap.discovery.start',
    body: v.looseObject({ ...submitEntries, discovery_redirect_url: v.optional(v.string()) }),
    async handle({ store, appOrigin }, input) {
      const redirect = signInRedirectUrl(
        store,
        input.discovery_redirect_url,
        { origin: appOrigin, path: '/discovery' },
        'no_match_for_provided_oauth_url',
      );
      const codeChallenge = readChallenge(
        input.pkce_code_challenge,
        store.state.project.pkce_required_for_oauth,
      );
      const person = await readIdToken(store, input.id_token);
      const landing = issueOAuthRedirect(store, {
        kind: 'discovery_oauth',
        person,
        organization: null,
        codeChallenge,
        redirect,
      });
      return { redirect_url: landing.href };
    },
  }),
  route({
    method: 'POST',
    path: '/b2b/oauth/google/onetap/submit',
    sdkMethod: 'oauth.googleOneTap.start',
    body: v.looseObject({
      ...submitEntries,
      organization_id: v.string('organization_id is a required argument'),
      login_redirect_url: v.optional(v.string()),
      signup_redirect_url: v.optional(v.string()),
    }),
    async handle({ store, appOrigin }, input) {
      const organization = findOrganization(store, { id: input.organization_id });
      if (organization === undefined) throw providerErrors.organizationNotFound();
      const [login, signup] = [input.login_redirect_url, input.signup_redirect_url].map((given) =>
        signInRedirectUrl(
          store,
          given,
          { origin: appOrigin, path: '/authenticate' },
          'no_match_for_provided_oauth_url',
        ),
      );
      const codeChallenge = readChallenge(
        input.pkce_code_challenge,
        store.state.project.pkce_required_for_oauth,
      );
      const person = await readIdToken(store, input.id_token);
      const known = findMember(store, organization.id, person.email) !== undefined;
      const landing = issueOAuthRedirect(store, {
        kind: 'oauth',
        person,
        organization,
        codeChallenge,
        redirect: new URL((known ? login : signup) ?? appOrigin),
      });
      return { redirect_url: landing.href };
    },
  }),
];
