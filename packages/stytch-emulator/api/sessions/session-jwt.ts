// The parts of the library, of which a start loads a third of the whole.
import { SignJWT } from 'jose/jwt/sign';
import { importJWK } from 'jose/key/import';
import { SIGNING_KEY } from '../../crypto/signing-key.ts';
import { EMULATOR_PROJECT_ID } from '../../emulated-project.ts';
import { LIMITS } from '../../store/limits.ts';
import type { StoredSession } from '../../store/state.ts';
import type { Store } from '../../store/store.ts';
import { sessionObject } from '../responses/api-objects.ts';

const signingKey = importJWK(SIGNING_KEY, 'RS256');

/** Signs claims with the emulator's fixed test key. RS256 signatures are deterministic. */
export async function signJwt(
  claims: Record<string, unknown>,
  times: { issuedAt: number; expiresAt: number },
): Promise<string> {
  return new SignJWT(claims)
    .setProtectedHeader({ alg: 'RS256', kid: SIGNING_KEY.kid, typ: 'JWT' })
    .setIssuedAt(Math.floor(times.issuedAt / 1_000))
    .setNotBefore(Math.floor(times.issuedAt / 1_000))
    .setExpirationTime(Math.floor(times.expiresAt / 1_000))
    .sign(await signingKey);
}

/** Signs a session JWT. It lives for five minutes, also when its session ends earlier. */
export function sessionJwt(store: Store, session: StoredSession): Promise<string> {
  const now = store.clock.now();
  const {
    member_session_id: id,
    member_id: sub,
    organization_id,
    organization_slug: slug,
    custom_claims,
    ...claims
  } = sessionObject(store, session);
  return signJwt(
    {
      iss: `stytch.com/${EMULATOR_PROJECT_ID}`,
      aud: [EMULATOR_PROJECT_ID],
      sub,
      'https://stytch.com/session': {
        id,
        ...claims,
        attributes: { user_agent: '', ip_address: '' },
      },
      'https://stytch.com/organization': { organization_id, slug },
    },
    { issuedAt: now, expiresAt: now + LIMITS.sessionJwtMs },
  );
}
