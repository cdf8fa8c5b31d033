import { createLocalJWKSet, errors, type JWTVerifyGetKey, jwtVerify } from 'jose';
import * as v from 'valibot';
import { getFromProvider, type Provider } from './provider.ts';

/** The verified sender of a request: a member of one organization. */
export interface Session {
  readonly memberId: string;
  readonly organizationId: string;
  readonly roles: readonly string[];
  /** The address of the support person who acts as the member; `null` when it is the member. */
  readonly impersonator: string | null;
  /** When the JWT ends, in epoch milliseconds. The session may go on with another one. */
  readonly jwtExpiresAt: number;
}

/** The keys of the provider, and by how many milliseconds its clock is ahead of this machine's, if it said so. */
export interface Keys {
  readonly find: JWTVerifyGetKey;
  readonly clockDifference: number;
}

/** Seconds by which the provider's clock may be ahead of this one: a JWT is accepted so long before it begins. */
export const CLOCK_TOLERANCE = 60;

/** Milliseconds after its end for which a JWT is accepted. */
const END_TOLERANCE = 5_000;

const keysSchema = v.object({
  keys: v.pipe(v.array(v.looseObject({ kty: v.string() })), v.nonEmpty()),
});

const factorSchema = v.object({
  impersonated_factor: v.optional(v.object({ impersonator_email_address: v.string() })),
});

const claimsSchema = v.object({
  sub: v.pipe(v.string(), v.nonEmpty()),
  exp: v.number(),
  'https://stytch.com/session': v.object({
    roles: v.array(v.string()),
    authentication_factors: v.optional(v.array(factorSchema), []),
  }),
  'https://stytch.com/organization': v.object({
    organization_id: v.pipe(v.string(), v.nonEmpty()),
  }),
});

/** Reads the keys with which the provider signs the JWTs of the project. */
export async function readKeys(provider: Provider): Promise<Keys> {
  const path = `/v1/b2b/sessions/jwks/${provider.projectId}`;
  const response = await getFromProvider(provider, path);
  const date = Date.parse(response.headers.get('date') ?? '');
  const clockDifference = Number.isNaN(date) ? 0 : date - provider.now();
  return { find: createLocalJWKSet(v.parse(keysSchema, await response.json())), clockDifference };
}

/**
 * Checks a session JWT. A session that was revoked passes until its JWT ends, at most five minutes later.
 *
 * @returns `null` for a JWT that is not valid
 */
export async function checkSession(
  { projectId, now }: Provider,
  keys: Keys,
  jwt: string,
): Promise<Session | null> {
  try {
    const { payload } = await jwtVerify(jwt, keys.find, {
      algorithms: ['RS256'],
      audience: projectId,
      issuer: `stytch.com/${projectId}`,
      clockTolerance: CLOCK_TOLERANCE,
      currentDate: new Date(now()),
    });
    const claims = v.parse(claimsSchema, payload);
    const jwtExpiresAt = claims.exp * 1_000;
    if (jwtExpiresAt + END_TOLERANCE < now()) return null;
    const { roles, authentication_factors: factors } = claims['https://stytch.com/session'];
    const impersonated = factors.find((factor) => factor.impersonated_factor)?.impersonated_factor;
    return {
      memberId: claims.sub,
      organizationId: claims['https://stytch.com/organization'].organization_id,
      roles,
      impersonator: impersonated?.impersonator_email_address ?? null,
      jwtExpiresAt,
    };
  } catch (error) {
    if (error instanceof errors.JOSEError || error instanceof v.ValiError) return null;
    throw error;
  }
}
