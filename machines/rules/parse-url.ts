/** Parses a URL; `null` if the text is none. `URL.canParse` is younger than Safari 16.4. */
export function parseUrl(text: string, base?: string): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}
