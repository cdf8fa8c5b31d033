import { createHash } from 'node:crypto';

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

function digest(parts: readonly (string | number)[]): Buffer {
  return createHash('sha256').update(parts.join('\u0000')).digest();
}

function uuid(bytes: Buffer): string {
  const hex = bytes.subarray(0, 16).toString('hex');
  const variant = '89ab'[(bytes[8] ?? 0) % 4];
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}

/** Returns an id that depends on the seed and a name only, for seeded records. */
export function stableId(seed: string, kind: string, name: string): string {
  return `${kind}-${uuid(digest([seed, kind, name]))}`;
}

/**
 * Generates all ids, tokens and codes, from the seed and one counter per kind: the same seed and order of calls give the
 * same values, and a background call such as telemetry does not change the tokens of the calls that follow.
 */
export function createIdGenerator(
  source: () => { seed: string; counters: Record<string, number> },
) {
  const nextDigest = (kind: string): Buffer => {
    const { seed, counters } = source();
    const count = (counters[kind] ?? 0) + 1;
    counters[kind] = count;
    return digest([seed, kind, count]);
  };
  return {
    /** An id in the provider’s format: `member-test-<uuid>`. */
    next: (kind: string) => `${kind}-${uuid(nextDigest(kind))}`,
    /** A one-time token or session token with its kind as a prefix. */
    token: (kind: string) => `${kind}-${nextDigest(kind).toString('base64url')}`,
    /** Six decimal digits. */
    code: (kind: string) => String(nextDigest(kind).readUInt32BE(0) % 1_000_000).padStart(6, '0'),
    /** A base32 secret of 160 bits, the format of authenticator apps. */
    base32: (kind: string) =>
      Array.from(nextDigest(kind).subarray(0, 32), (byte) => BASE32[byte % 32]).join(''),
  };
}
