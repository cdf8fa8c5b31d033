/** Parses an address; `null` when it is none. `URL.canParse` is younger than Safari 16.4. */
export function parseUrl(address: string, base?: string): URL | null {
  try {
    return new URL(address, base);
  } catch {
    return null;
  }
}
