/** The local storage key of the SDK's state for a project; with `key`, of one of its further values. */
export function sdkStorageKey(publicToken: string, key = ''): string {
  return `stytch_sdk_state_${publicToken}${key === '' ? '' : `::${key}`}`;
}
