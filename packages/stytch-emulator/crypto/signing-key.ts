import key from './signing-key.json' with { type: 'json' };

/**
 * The RSA key that signs the emulator's session JWTs and Google ID tokens.
 *
 * This is a public TEST KEY: it protects nothing and must not be used outside this emulator. The key
 * is fixed so that the same seed and the same calls give the same bytes (R20.2).
 */
export const SIGNING_KEY = key;

const { kty, use, alg, kid, n, e } = key;

/** The public key, in the format of the JWKS endpoint. */
export const PUBLIC_KEY = { kty, use, key_ops: ['verify'], alg, kid, n, e };
