/**
 * Parses an address. `URL.canParse` is younger than Safari 16.4.
 *
 * @param base what a relative address is resolved against
 * @returns `null` when it is no address
 */
export function parseUrl(address: string, base?: string): URL | null {
  try {
    return new URL(address, base);
  } catch {
    return null;
  }
}
