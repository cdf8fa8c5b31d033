import { createHmac } from 'node:crypto';
import { LIMITS } from '../store/limits.ts';

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Decodes a base32 secret (RFC 4648). Padding is optional. */
function decodeBase32(secret: string): Buffer {
  const bits = Array.from(secret.replace(/=+$/, '').toUpperCase(), (letter) =>
    BASE32.indexOf(letter).toString(2).padStart(5, '0'),
  ).join('');
  const bytes = bits.match(/.{8}/g) ?? [];
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)));
}

/** Returns the number of whole 30-second steps since 1970. */
export function totpStep(at: number): number {
  return Math.floor(at / LIMITS.totpStepMs);
}

/** Returns the six-digit code of a step (RFC 6238 with HMAC-SHA-1, the default of authenticator apps). */
export function totpCode(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const hash = createHmac('sha1', decodeBase32(secret)).update(counter).digest();
  const offset = (hash[hash.length - 1] ?? 0) & 0x0f;
  const number = hash.readUInt32BE(offset) & 0x7fffffff;
  return String(number % 1_000_000).padStart(6, '0');
}

/** Returns the step of a code, if it is at most one step from now; otherwise null. */
export function matchingStep(secret: string, code: string, now: number): number | null {
  const current = totpStep(now);
  for (let drift = -LIMITS.totpWindowSteps; drift <= LIMITS.totpWindowSteps; drift += 1) {
    if (totpCode(secret, current + drift) === code) return current + drift;
  }
  return null;
}
