const QUERY_OR_HASH = /(https?:\/\/[^\s"'<>?#]*|(?<![\w/])\/[^\s"'<>?#]*)[?#][^\s"'<>]*/g;
const E_MAIL = /[^\s"'<>@]+@[^\s"'<>@]+\.[^\s"'<>@]+/g;
const TOKEN_PARAMETER =
  /\b(\w*(?:token|code|secret|jwt|verifier)\w*["']?\s*[=:]\s*["']?)[^\s"'&]+/gi;
const LONG_RUN = /[\w-]{20,}(?:\.[\w-]{8,})*/g;
const DIGITS = /\b\d{6,}\b/g;

const TEXT_MAX_LENGTH = 500;

/**
 * A text of unknown origin, such as the message of an error, made fit to leave the browser: no query or hash
 * of an address, no e-mail address, nothing that could be a token or a typed code. Rather too little stays
 * than too much.
 */
export function scrubText(text: string): string {
  return text
    .replace(QUERY_OR_HASH, '$1')
    .replace(TOKEN_PARAMETER, '$1[removed]')
    .replace(E_MAIL, '[e-mail]')
    .replace(LONG_RUN, '[removed]')
    .replace(DIGITS, '[removed]')
    .slice(0, TEXT_MAX_LENGTH);
}

/**
 * The address of a script in a stack trace: its origin and path when it is a file of a build, else nothing.
 * The address of a page is no script, and may carry what a link put there.
 */
export function scrubScript(address: string | undefined): string | undefined {
  if (address === undefined || !URL.canParse(address)) return undefined;
  const { origin, pathname } = new URL(address);
  return /\.(?:js|mjs|ts|tsx)$/.test(pathname) ? origin + pathname : undefined;
}
