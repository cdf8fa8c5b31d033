const QUERY_OR_HASH = /(https?:\/\/[^\s"'<>?#]*|(?<![\w/])\/[^\s"'<>?#]*)[?#][^\s"'<>]*/g;
const EMAIL_ADDRESS = /[^\s"'<>@]+@[^\s"'<>@]+\.[^\s"'<>@]+/g;
const TOKEN_PARAMETER =
  /\b(\w*(?:token|code|secret|jwt|verifier)\w*["']?\s*[=:]\s*["']?)[^\s"'&]+/gi;
const LONG_TOKEN = /[\w-]{20,}(?:\.[\w-]{8,})*/g;
const LONG_NUMBER = /\b\d{6,}\b/g;

const TEXT_MAX_LENGTH = 500;

/**
 * Removes private data from a text of unknown origin, such as an error message: queries and hashes of
 * addresses, e-mail addresses, and anything that could be a token or a code. In doubt it removes.
 */
export function scrubText(text: string): string {
  return text
    .replace(QUERY_OR_HASH, '$1')
    .replace(TOKEN_PARAMETER, '$1[removed]')
    .replace(EMAIL_ADDRESS, '[e-mail]')
    .replace(LONG_TOKEN, '[removed]')
    .replace(LONG_NUMBER, '[removed]')
    .slice(0, TEXT_MAX_LENGTH);
}

/**
 * Reduces the address of a script in a stack trace to origin and path.
 *
 * @returns `undefined` when the address is not a script file: a page address may contain private data
 */
export function scrubScript(address: string | undefined): string | undefined {
  if (address === undefined || !URL.canParse(address)) return undefined;
  const { origin, pathname } = new URL(address);
  return /\.(?:js|mjs|ts|tsx)$/.test(pathname) ? origin + pathname : undefined;
}
