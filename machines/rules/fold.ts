/** Marks that are often left out: of Latin, Greek, Cyrillic, Hebrew and Arabic. Others change the word. */
const OPTIONAL_MARKS = /[\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0670\u0640]/g;

const IGNORED = /[\p{Default_Ignorable_Code_Point}\p{Cc}]/gu;
const APOSTROPHES = /['’‘‛`´ʹʻʼʽ′‵ꞌ]/g;
const SPACES_AND_DASHES = /[\s\p{Pd}\u2212]+/gu;

/**
 * The form in which texts are compared, and from which a slug is made: `lodz cafe` of `Łódź  Café`. It is in lower case,
 * with ASCII digits, Latin forms of letters, and one space for spaces and dashes, without optional accents, apostrophes
 * and invisible characters.
 */
export function fold(text: string): string {
  return withAsciiDigits(text.replace(APOSTROPHES, '').replace(/\s+/gu, ' ').replace(IGNORED, ''))
    .normalize('NFKD')
    .toLowerCase()
    .replace(APOSTROPHES, '')
    .replace(OPTIONAL_MARKS, '')
    .replace(SPACES_AND_DASHES, ' ')
    .replace(/\p{L}/gu, (letter) => LATIN_FORMS.get(letter) ?? letter);
}

/** Letters that Unicode does not decompose, with their Latin forms. Other scripts are left as they are. */
const LATIN_FORMS = new Map([
  ...'ßss æae œoe øo đd ðd þth łl ħh ŧt ŋn ıi ȷj ɨi ʉu ƶz ƒf əa ǝe ɛe ɔo ɓb ɗd ƙk ƴy ɣg ʃs'
    .split(' ')
    .map(pair),
  ...'єye ґg јj љlj њnj ћc ђd џdz ѕdz әa ғg қk ңn өo ұu үu һh ӏl'.split(' ').map(pair),
  ...alphabet('а', 'a b v g d e zh z i i k l m n o p r s t u f kh ts ch sh shch  y  e yu ya'),
  ...alphabet('α', 'a v g d e z i th i k l m n x o p r s s t y f ch ps o'),
  ['і', 'i'] as const,
]);

function pair(letterAndForm: string): readonly [string, string] {
  return [letterAndForm.slice(0, 1), letterAndForm.slice(1)];
}

/** The letters of an alphabet from `first` on, each with its Latin form. */
function alphabet(first: string, forms: string): readonly (readonly [string, string])[] {
  return forms
    .split(' ')
    .map((form, index) => [String.fromCharCode(first.charCodeAt(0) + index), form]);
}

const DIGIT = /^\p{Nd}$/u;

/** A text with the digits of every script as those of ASCII: each counts as its value (R8.3). */
export function withAsciiDigits(text: string): string {
  return text.normalize('NFKC').replace(/[^\P{Nd}0-9]/gu, (digit) => String(digitValue(digit)));
}

/** The digits of a script follow one another from zero; two scripts can follow one another, too. */
function digitValue(digit: string): number {
  const code = digit.codePointAt(0) ?? 0;
  let zero = code;
  while (DIGIT.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return (code - zero) % 10;
}
