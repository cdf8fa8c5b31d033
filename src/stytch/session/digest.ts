const encoder = new TextEncoder();

/**
 * A SHA-256 digest in hexadecimal digits. It identifies a value without containing it.
 *
 * @param text the value
 * @param salt makes the digests of a value that can be guessed, such as an address, differ between browsers
 */
export async function digestOf(text: string, salt = ''): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', encoder.encode(salt + text));
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
