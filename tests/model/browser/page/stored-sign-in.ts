import { createHash } from 'node:crypto';
import { EMAIL } from '#machines/auth-cases/fixtures.ts';
import type { StartInputData } from '#machines/auth-cases/start-inputs.ts';
import { writeStoredSignIn } from '#src/storage/stored-sign-in.ts';
import { recordLinkRequest } from '#src/stytch/email-link/magic-link-request.ts';
import { withAbsoluteTimes } from '#statechart/explore/with-absolute-times.ts';
import { MemoryStorage } from '#tests/unit/src/stytch/support/memory-storage.ts';
import type { Stored } from './tour-tools.ts';

/** What the product's own code writes into storage: a stand-in takes the browser's place meanwhile. */
async function writtenBy(write: () => unknown): Promise<Stored> {
  const areas = { localStorage: new MemoryStorage(), sessionStorage: new MemoryStorage() };
  Object.assign(globalThis, { window: areas });
  try {
    await write();
  } finally {
    Reflect.deleteProperty(globalThis, 'window');
  }
  const entriesOf = (storage: MemoryStorage) =>
    Object.fromEntries(Object.entries(storage).map(([key, text]) => [key, String(text)]));
  return {
    localStorage: entriesOf(areas.localStorage),
    sessionStorage: entriesOf(areas.sessionStorage),
  };
}

/**
 * What a tab of a start input has stored, with the digest of an intermediate session that the emulator knows.
 *
 * @param token of the intermediate session; empty without one
 */
export function storedSignIn(input: StartInputData, token: string): Promise<Stored> {
  const absolute = withAbsoluteTimes(input.storedSignIn, Date.now());
  const digest = createHash('sha256').update(token).digest('hex');
  const intermediateDigest = absolute.intermediateDigest === null ? null : digest;
  return writtenBy(() => writeStoredSignIn({ ...absolute, intermediateDigest }, input.shownPerson));
}

/** The record of a magic link that this browser requested for the address of the fixtures. */
export function storedLinkRequest(): Promise<Stored> {
  return writtenBy(() => recordLinkRequest(EMAIL, '', Date.now()));
}
