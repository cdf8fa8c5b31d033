const encoder = new TextEncoder();

/**
 * A SHA-256 digest in hexadecimal digits, which identifies a text without containing it. With a salt, the digests of a
 * text that can be guessed, such as an address, differ between browsers.
 */
export async function digestOf(text: string, salt = ''): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', encoder.encode(salt + text));
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
