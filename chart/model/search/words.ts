import type { PartData } from '../catalogue.ts';

/** A word of a query. */
export interface Word {
  readonly text: string;
  /** Whether a searchable text has it, with any ending, or another word that means the same. */
  readonly isIn: (searchable: string) => boolean;
  /** Whether it has the word itself, with any ending. */
  readonly isItselfIn: (searchable: string) => boolean;
}

/** Words of a question that say nothing about what is asked for. */
const FILLERS = new Set(
  'a about after all am an and any are as ask asked asks at be become becomes been before begin begins being between but by can could did do does every follow follows for from get gets go goes had handle handles happen happened happens has have he her hold holds how i if in into is it its leave leaves least may me more most must my need needs next of on once or our say says she should so start starts state states take takes than that the their them then there these they this to transition transitions was we were what when where whether which while who whose why will with without work works would you your'.split(
    ' ',
  ),
);

/** The texts of a machine do not change while somebody types. */
const searchableTexts = new Map<string, string>();

/**
 * A text in which a space precedes each word, and each word inside a name: of `isSessionOver`, also `over`, and of
 * `sign-out`, also `out`.
 */
export function searchable(text: string): string {
  const known = searchableTexts.get(text);
  if (known !== undefined) return known;
  const hyphenated = text.match(/(?<=[\p{L}\p{N}]-)[\p{L}\p{N}]+/gu) ?? [];
  const beginnings = [...namesIn(text), ...hyphenated].flatMap((name) => {
    const parts = partsOf(name);
    return parts.map((_, index) => ` ${parts.slice(index).join('')}`);
  });
  searchableTexts.set(text, beginnings.join(''));
  return beginnings.join('');
}

/** The words of a query; those that say nothing count only when there are no others. */
export function wordsOf(query: string, { details }: Pick<PartData, 'details'>): readonly Word[] {
  return askedIn(query).map((name) => {
    const stem = stemOf(keyOf(name));
    const groups = details.synonyms
      .map((words) => words.map(stemOf))
      .filter((stems) => stems.includes(stem));
    const stems = [...new Set([stem, ...groups.flat()])];
    return {
      text: name,
      isIn: (text) => stems.some((each) => text.includes(` ${each}`)),
      isItselfIn: (text) => text.includes(` ${stem}`),
    };
  });
}

/**
 * How a query names a part: it is its name, also with words that mean the same, or it has the name beside other words.
 *
 * @returns the words that are the name; none when the query does not have it
 */
export function namingIn(
  query: string,
  names: readonly string[],
  { details }: Pick<PartData, 'details'>,
): { readonly isAll: boolean; readonly words: readonly string[] } {
  const asked = askedIn(query);
  const keys = new Set(names.map(keyOf));
  const askedParts = asked.flatMap(partsOf);
  const same = (a: string, b = '') =>
    a === b || details.synonyms.some((words) => words.includes(a) && words.includes(b));
  // Beside a word of the name, others can mean the same: `log out`. Only the words of an event have no order.
  const isSame = (name: string) => {
    const parts = namesIn(name).flatMap(partsOf);
    return (
      parts.length === askedParts.length &&
      parts.some((part) => askedParts.includes(part)) &&
      parts.every((part, index) =>
        name.includes('.') ? askedParts.includes(part) : same(part, askedParts[index]),
      )
    );
  };
  if (keys.has(keyOf(query)) || names.some(isSame)) return { isAll: true, words: asked };
  // A name can be asked for in several words: `sign out`.
  const runs = asked.flatMap((_, from) =>
    [3, 2, 1].map((count) => asked.slice(from, from + count)),
  );
  return { isAll: false, words: runs.find((run) => keys.has(keyOf(run.join(' ')))) ?? [] };
}

/** Whether a query is one word, and names begin with it: somebody still types. */
export function isBeginningOf(query: string, names: readonly string[]): boolean {
  const [only, ...others] = namesIn(query);
  const key = keyOf(query);
  return only !== undefined && others.length === 0 && key.length > 2
    ? names.some((name) => keyOf(name).startsWith(key))
    : false;
}

function askedIn(query: string): readonly string[] {
  const all = namesIn(query);
  const asked = all.filter((name) => !FILLERS.has(name.toLowerCase()));
  return asked.length > 0 ? asked : all;
}

/** The words of a text, in which a name with dots is one word. A hyphen joins words: a time-out is a timeout. */
function namesIn(text: string): readonly string[] {
  return text.replaceAll('-', '').match(/[\p{L}\p{N}_]+(?:\.[\p{L}\p{N}_]+)*/gu) ?? [];
}

/** The words that a name consists of, in small letters: `isSessionOver` and `BUSY_TIMEOUT`. */
function partsOf(name: string): readonly string[] {
  return name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[\s._]+/);
}

/** A name without spaces, dots and capitals, so that it is found however it is typed. */
function keyOf(text: string): string {
  return namesIn(text).flatMap(partsOf).join('');
}

/** A word without its ending: `creat` of create, creates, created, creation and creator. */
function stemOf(word: string): string {
  return word
    .replace(/^(.{3,}?)(?:ing|ied|ies|ed|es|e|s|y)$/, '$1')
    .replace(/([^aeiou])\1$/, '$1')
    .replace(/^(.{4,}?)(?:ication|ation|ator|ion|or|ment)$/, '$1');
}
