/**
 * What a JSON text says; `undefined` for anything that is not JSON.
 *
 * @param text the text, or `null` for none
 */
export function parseJson(text: string | null): unknown {
  if (text === null) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
