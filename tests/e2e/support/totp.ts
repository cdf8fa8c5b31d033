import { createHmac } from 'node:crypto';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const STEP_SECONDS = 30;

/**
 * Returns the code that an authenticator app shows (RFC 6238, SHA-1, 6 digits, 30 s).
 *
 * @param secret in base 32, as a person types it; spaces do not count
 * @param at epoch milliseconds
 */
export function totp(secret: string, at: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(at / 1_000 / STEP_SECONDS)));
  const digest = createHmac('sha1', decode(secret)).update(counter).digest();
  const offset = (digest.at(-1) ?? 0) & 0x0f;
  const value = digest.readUInt32BE(offset) & 0x7f_ff_ff_ff;
  return String(value % 1_000_000).padStart(6, '0');
}

function decode(secret: string): Buffer {
  const bits = [...secret.toUpperCase().replace(/[^A-Z2-7]/g, '')]
    .map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0'))
    .join('');
  const bytes = bits.match(/.{8}/g) ?? [];
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)));
}
