import type { Part, PartData } from '../catalogue.ts';
import { isBeginningOf, namingIn, searchable, type Word, wordsOf } from './words.ts';

/** A part of a machine that a query finds. */
export interface FoundPart {
  readonly part: Part;
  /**
   * `exact`: the query is its name. `named`: the query has its name and its other words are in the detail, or is the
   * beginning of its name. `complete`: it has all words. `partial`: it has some.
   */
  readonly match: 'exact' | 'named' | 'complete' | 'partial';
}

interface Ranked extends FoundPart {
  readonly rank: number;
  /** Whether the query has the name of a part that lacks a word of it. */
  readonly isNamed?: boolean;
}

const MAX_RESULTS = 12;

/**
 * The parts that a query names, those that contain every word of it in their kind, name and detail, or those that have
 * the most telling of them, at least half: the best first.
 *
 * @returns none for an empty query
 */
export function searchParts(
  parts: readonly Part[],
  query: string,
  data: PartData,
): readonly FoundPart[] {
  const words = wordsOf(query, data);
  if (words.length === 0) return [];
  const texts = parts.map(({ kind, name, detail }) => searchable(`${kind} ${name} ${detail}`));
  const weights = weightsOf(words, texts);
  const weightOf = (some: readonly Word[]) =>
    some.reduce((sum, word) => sum + (weights.get(word) ?? 0), 0);
  const found = parts.flatMap((part, index): Ranked[] => {
    const text = texts[index] ?? '';
    const name = searchable(part.name);
    const last = searchable(lastOf(part.name));
    const naming = namingIn(query, namesOf(part), data);
    const own = words.filter(({ isIn }) => isIn(text));
    const named = weightOf(words.filter((word) => naming.words.includes(word.text)));
    const isComplete = own.length === words.length;
    const inName = (place: string) => (words.every(({ isIn }) => isIn(place)) ? 0 : 0.3);
    const rank = inName(last) + inName(name);
    if (naming.isAll) return [{ part, match: 'exact', rank: 0 }];
    // A name that most parts contain is not what a question is about.
    const isAbout = named * 2 >= weightOf(words);
    if (isComplete && isAbout) return [{ part, match: 'named', rank: 1 + rank }];
    if (isBeginningOf(query, [part.name, lastOf(part.name)]))
      return [{ part, match: 'named', rank: 2 + rank }];
    if (isComplete)
      return [
        { part, match: 'complete', rank: 3 + rank - (isTogether(words, part.detail) ? 0.5 : 0) },
      ];
    const isEnough = own.length * 2 > words.length || named > 0;
    const missing = 1 - weightOf(own) / weightOf(words);
    const isNamed = named > 0;
    return isEnough
      ? [{ part, match: 'partial', rank: 5 + missing - (isNamed ? 1 : 0), isNamed }]
      : [];
  });
  const isPartial = found.every(({ match }) => match === 'partial');
  // What lacks a word is shown only if everything does, or if the query has its name.
  return found
    .filter(({ match, isNamed }) => isPartial || match !== 'partial' || isNamed)
    .sort((a, b) => a.rank - b.rank)
    .slice(0, MAX_RESULTS);
}

/** Whether a few words in a row of a text contain all words of a query: it is about them. */
function isTogether(words: readonly Word[], text: string): boolean {
  const own = text.split(/\s+/);
  const { length } = words;
  return (
    length > 1 &&
    own.some((_, from) => {
      const row = searchable(own.slice(from, from + 2 * length).join(' '));
      return words.every(({ isIn }) => isIn(row));
    })
  );
}

/** How much each word tells: a word that few texts have tells more than one that many have. */
export function weightsOf(
  words: readonly Word[],
  texts: readonly string[],
): ReadonlyMap<Word, number> {
  return new Map(
    words.map((word) => [word, Math.log(1 + texts.length / (1 + texts.filter(word.isIn).length))]),
  );
}

/** The names by which a part is known exactly: a state also by the last word of its path. */
function namesOf({ kind, name }: Part): readonly string[] {
  return kind === 'state' ? [name, lastOf(name)] : [name, name.replace(/\(.*/, '')];
}

function lastOf(name: string): string {
  return name.replace(/\(.*/, '').split('.').at(-1) ?? name;
}
