/** Milliseconds that a session JWT lives at the provider. */
const LIFETIME = 5 * 60_000;

/** Milliseconds before its end at which a JWT is not used any more. */
const UNUSED_BEFORE_END = 30_000;

/**
 * Creates a function that returns the session JWT for the service: `null` without one, or when it ends within 30
 * seconds. Its age counts from when this page saw it first, because the clock of a device can be wrong. The service
 * refuses one that was old already.
 *
 * @param now milliseconds
 */
export function createSessionJwtReader(
  readJwt: () => string | undefined,
  now: () => number,
): () => string | null {
  let seen = { jwt: '', at: 0 };
  return () => {
    const jwt = readJwt();
    if (jwt === undefined) return null;
    if (seen.jwt !== jwt) seen = { jwt, at: now() };
    return now() - seen.at < LIFETIME - UNUSED_BEFORE_END ? jwt : null;
  };
}
