import { ORGANIZATION_NAME_MAX_LENGTH } from './limits.ts';

/** Characters of an error message of the provider that are shown. */
const MESSAGE_MAX_LENGTH = 300;

/** Characters that join others in an emoji, or in a script that uses joiners. Elsewhere they are only invisible. */
const JOINERS = [
  String.raw`(?<=\p{Extended_Pictographic}[\uFE0F\u{1F3FB}-\u{1F3FF}]?)\u200D(?=\p{Extended_Pictographic})`,
  String.raw`(?<=[\p{Extended_Pictographic}\d#*])\uFE0F`,
  String.raw`(?<=[\p{L}\p{M}])(?<![\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])[\u200C\u200D](?=[\p{L}\p{M}])`,
].join('|');

/** Characters without a glyph of their own: bidirectional controls, zero-width characters, fillers, and controls. */
const INVISIBLE = new RegExp(
  String.raw`(${JOINERS})|[\p{Default_Ignorable_Code_Point}\p{Cc}\uFFF9-\uFFFB\u2800]`,
  'gu',
);

/**
 * Makes a text that other people wrote safe to show (R1.14): on one line, without invisible characters, which reorder
 * what is around them or make two names look alike. Never use it where the provider compares the text.
 *
 * @param maxLength in code points; the last one of a longer text is an ellipsis
 */
export function displayText(text: string, maxLength: number): string {
  // No more is read than can be shown, however many invisible characters are in it.
  const line = text
    .slice(0, maxLength * 8)
    .replace(/\s+/gu, ' ')
    .replace(INVISIBLE, '$1')
    .trim();
  const characters = [...line];
  return characters.length <= maxLength
    ? line
    : `${characters
        .slice(0, maxLength - 1)
        .join('')
        .trimEnd()}…`;
}

/** The name of a member or an organization, as it is shown. */
export function displayName(name: string): string {
  return displayText(name, ORGANIZATION_NAME_MAX_LENGTH);
}

/** A message of the provider, as it is shown. */
export function displayMessage(message: string): string {
  return displayText(message, MESSAGE_MAX_LENGTH);
}

/** The longest e-mail address that can be delivered to (RFC 5321). */
const EMAIL_MAX_LENGTH = 254;

/** Whether an e-mail address can be shown as it is sent, so that what a person reads is where the mail goes. */
export function isDisplayableEmail(address: string): boolean {
  return address !== '' && displayText(address, EMAIL_MAX_LENGTH) === address;
}
