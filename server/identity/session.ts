import { createLocalJWKSet, errors, type JSONWebKeySet, jwtVerify } from 'jose';
import * as v from 'valibot';
import { cached, getFromProvider, type Provider } from './provider.ts';

/** Who sends a request: a member of one organization. All of it is verified. */
export interface Session {
  readonly memberId: string;
  readonly organizationId: string;
  readonly roles: readonly string[];
  /** When the JWT ends, in epoch milliseconds. The session may go on with another one. */
  readonly jwtExpiresAt: number;
}

/** Milliseconds between two searches for an unknown key, which anybody can cause. */
const SEARCH_INTERVAL = 30_000;

/** Seconds by which the clocks of the provider and the service may differ. */
const CLOCK_TOLERANCE = 5;

const keysSchema = v.object({
  keys: v.pipe(v.array(v.looseObject({ kty: v.string() })), v.nonEmpty()),
});

const claimsSchema = v.object({
  sub: v.pipe(v.string(), v.nonEmpty()),
  exp: v.number(),
  'https://stytch.com/session': v.object({ roles: v.array(v.string()) }),
  'https://stytch.com/organization': v.object({
    organization_id: v.pipe(v.string(), v.nonEmpty()),
  }),
});

/**
 * Creates the check of session JWTs. A session that was revoked passes until its JWT ends, at most five minutes later.
 *
 * @returns a function that resolves to `null` for a JWT that is not valid; it rejects when the provider's keys were never read
 */
export function createSessionCheck(provider: Provider) {
  const { projectId, now, maxAge } = provider;
  const readKeys = async (): Promise<JSONWebKeySet> =>
    v.parse(keysSchema, await getFromProvider(provider, `/v1/b2b/sessions/jwks/${projectId}`));
  const keys = cached(readKeys, maxAge);
  const newestKeys = cached(readKeys, SEARCH_INTERVAL);

  const verify = async (jwt: string, keySet: JSONWebKeySet) => {
    const { payload } = await jwtVerify(jwt, createLocalJWKSet(keySet), {
      algorithms: ['RS256'],
      audience: projectId,
      issuer: `stytch.com/${projectId}`,
      clockTolerance: CLOCK_TOLERANCE,
      currentDate: new Date(now()),
    });
    return v.parse(claimsSchema, payload);
  };

  return async (jwt: string): Promise<Session | null> => {
    const keySet = await keys();
    try {
      const claims = await verify(jwt, keySet).catch(async (error) => {
        if (error instanceof errors.JWKSNoMatchingKey) return verify(jwt, await newestKeys());
        throw error;
      });
      return {
        memberId: claims.sub,
        organizationId: claims['https://stytch.com/organization'].organization_id,
        roles: claims['https://stytch.com/session'].roles,
        jwtExpiresAt: claims.exp * 1_000,
      };
    } catch (error) {
      if (error instanceof errors.JOSEError || error instanceof v.ValiError) return null;
      throw error;
    }
  };
}
