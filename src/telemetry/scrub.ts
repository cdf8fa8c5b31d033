import { parseUrl } from '#machines/rules/parse-url.ts';

const QUERY_OR_HASH = /(https?:\/\/[^\s"'<>?#]*|(?<![\w/])\/[^\s"'<>?#]*)[?#][^\s"'<>]*/g;
const EMAIL_ADDRESS = /[^\s"'<>@]+@[^\s"'<>@]+\.[^\s"'<>@]+/g;
const TOKEN_PARAMETER =
  /\b(\w*(?:token|code|secret|jwt|verifier)\w*["']?\s*[=:]\s*["']?)[^\s"'&]+/gi;
const LONG_TOKEN = /[\w-]{20,}(?:\.[\w-]{8,})*/g;
const LONG_NUMBER = /\b\d{6,}\b/g;

/** The longest text that is searched: the time of these patterns grows with the square of its length. */
const INPUT_MAX_LENGTH = 2_000;
const TEXT_MAX_LENGTH = 500;

/**
 * Removes private data from a text of unknown origin, such as an error message: queries and hashes of
 * URLs, e-mail addresses, and anything that could be a token or a code. In doubt it removes.
 */
export function scrubText(text: string): string {
  return beginning(text)
    .replace(QUERY_OR_HASH, '$1')
    .replace(TOKEN_PARAMETER, '$1[removed]')
    .replace(EMAIL_ADDRESS, '[e-mail]')
    .replace(LONG_TOKEN, '[removed]')
    .replace(LONG_NUMBER, '[removed]')
    .slice(0, TEXT_MAX_LENGTH);
}

/** The beginning of a text without a word that is cut, which could be the part of a token that looks harmless. */
function beginning(text: string): string {
  if (text.length <= INPUT_MAX_LENGTH) return text;
  const lastSpace = text.slice(0, INPUT_MAX_LENGTH).search(/\s(?=\S*$)/);
  return text.slice(0, Math.max(lastSpace, 0));
}

/**
 * Reduces the URL of a script in a stack trace to origin and path.
 *
 * @returns `undefined` when the URL is not that of a script file: a page URL may contain private data
 */
export function scrubScript(script: string | undefined): string | undefined {
  const url = script === undefined ? null : parseUrl(script);
  if (url === null || !/\.(?:js|mjs|ts|tsx)$/.test(url.pathname)) return undefined;
  return url.origin + url.pathname;
}

/** The listed fields of an object, without those that are `undefined`. */
export function pick(values: object, names: readonly string[]) {
  const entries = Object.entries(values);
  return Object.fromEntries(
    entries.filter(([name, value]) => names.includes(name) && value !== undefined),
  );
}
