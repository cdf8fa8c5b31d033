import { createHash } from 'node:crypto';
import { NO_STORED_SIGN_IN, shownMemberOf, storedSignInOf } from '#machines/auth/auth.context.ts';
import type { AuthContext, StoredSignIn } from '#machines/auth/auth.types.ts';
import { ACME, EMAIL, secondFactorFor, stepUpFor } from '#machines/auth-cases/fixtures.ts';
import { writeStoredSignIn } from '#src/storage/stored-sign-in.ts';
import { recordLinkRequest } from '#src/stytch/email-link/magic-link-request.ts';
import { withAbsoluteTimes } from '#statechart/explore/with-absolute-times.ts';
import { INTERMEDIATE_TOKEN } from '../provider/scenario-setup.ts';

/** Entries of a tab's storage and of the browser's, by key. */
export interface Stored {
  readonly sessionStorage: Readonly<Record<string, string>>;
  readonly localStorage: Readonly<Record<string, string>>;
}

/** What the product's own code writes into storage: a stand-in takes the browser's place meanwhile. */
async function writtenBy(write: () => unknown): Promise<Stored> {
  const values = {
    localStorage: new Map<string, string>(),
    sessionStorage: new Map<string, string>(),
  };
  const standIn = (area: Map<string, string>) => ({
    getItem: (key: string) => area.get(key) ?? null,
    setItem: (key: string, text: string) => area.set(key, text),
    removeItem: (key: string) => area.delete(key),
  });
  const { localStorage, sessionStorage } = values;
  const window = { localStorage: standIn(localStorage), sessionStorage: standIn(sessionStorage) };
  Object.assign(globalThis, { window });
  try {
    await write();
  } finally {
    Reflect.deleteProperty(globalThis, 'window');
  }
  return {
    localStorage: Object.fromEntries(localStorage),
    sessionStorage: Object.fromEntries(sessionStorage),
  };
}

/**
 * A stored sign-in of the fixtures, with the digest of the token that the emulator knows.
 *
 * @param shownPerson the address of the member whom the tab showed last
 */
export function storedSignIn(relative: StoredSignIn, shownPerson: string | null): Promise<Stored> {
  const absolute = withAbsoluteTimes(relative, Date.now());
  const digest = createHash('sha256').update(INTERMEDIATE_TOKEN).digest('hex');
  const intermediateDigest = absolute.intermediateDigest === null ? null : digest;
  return writtenBy(() => writeStoredSignIn({ ...absolute, intermediateDigest }, shownPerson));
}

/** The record of a magic link that this browser requested for the address of the fixtures. */
export function storedLinkRequest(): Promise<Stored> {
  return writtenBy(() => recordLinkRequest(EMAIL, '', Date.now()));
}

/** A sign-in with every value, which tells the keys that a sign-in can have. */
const EVERYTHING: StoredSignIn = {
  emailAddress: EMAIL,
  organizations: [ACME],
  intermediateExpiresAt: 1,
  intermediateDigest: 'digest',
  selectedOrganization: ACME,
  stepUp: stepUpFor(ACME, 'email_otp'),
  secondFactor: secondFactorFor('totp'),
  codeSentAt: 1,
  linkSentAt: 1,
};

/** The keys of session storage that a sign-in can have, and those that the one of a context has. */
export async function signInKeys(context: AuthContext) {
  const keysOf = async (...stored: Parameters<typeof writeStoredSignIn>) =>
    Object.keys((await writtenBy(() => writeStoredSignIn(...stored))).sessionStorage).sort();
  const never = await keysOf(NO_STORED_SIGN_IN, null);
  const possible = await keysOf(EVERYTHING, EMAIL);
  const expected = await keysOf(storedSignInOf(context), shownMemberOf(context));
  return {
    possible: possible.filter((key) => !never.includes(key)),
    expected: expected.filter((key) => !never.includes(key)),
  };
}
