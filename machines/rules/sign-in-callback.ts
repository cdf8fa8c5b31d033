/** The kinds of callback that sign in a person, here or in the tab that a link was handed to. */
const SIGN_INS: readonly (string | null)[] = [
  'discovery_oauth',
  'oauth',
  'magic_link',
  'handed_off',
];

/**
 * Whether a person signs in with the callback in the address. A support link is not such a one: the person who opens it
 * is not the member.
 *
 * @param callback the kind of the callback; `null` without one
 */
export function isSignInCallback(callback: string | null): boolean {
  return SIGN_INS.includes(callback);
}
