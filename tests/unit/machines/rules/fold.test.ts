import { describe, expect, test } from 'vitest';
import { fold } from '#machines/rules/fold.ts';
import { findListed, slugToSend, typedOrganization } from '#machines/rules/organization.ts';
import { filterOrganizations } from '#src/features/sign-in/organizations/organization-groups.ts';

/** Spellings of one name: as people list it, and as they type it. */
const SPELLINGS: readonly (readonly [listed: string, typed: string])[] = [
  ['Łódź', 'lodz'],
  ['Işık', 'ISIK'],
  ['İstanbul', 'istanbul'],
  ['Groß & Söhne', 'GROSS & sohne'],
  ['STRASSE', 'straße'],
  ['Ærø Œuvre', 'aero oeuvre'],
  ['Đorđe Ħal Ŧ', 'dorde hal t'],
  ['Þór Ðal', 'thor dal'],
  ['Ŋəɛɔ', 'naeo'],
  ['Cafe\u0301', 'Café'],
  ['Việt Nam', 'viet nam'],
  ['Ａｃｍｅ\u3000１２', 'acme 12'],
  ['Ǆ', 'dž'],
  ['카페', '카페'.normalize('NFD')],
  ["O'Brien’s", 'obriens'],
  ['Oʻahu´s', 'oahus'],
  ['Coca\u2011Cola', 'coca cola'],
  ['Ac\u00adme\u200b \u202eTeam\u2069', 'acme team'],
  ['Москва', 'moskva'],
  ['Ёлка й', 'елка и'],
  ['Київ Ґ', 'kiiv g'],
  ['Љубав', 'ljubav'],
  ['Αθήνα', 'athina'],
  ['Σοφός', 'ΣΟΦΟΣ'],
  ['مُحَمَّد', 'محمد'],
  ['שָׁלוֹם', 'שלום'],
  ['Team ٤٢', 'team 42'],
  ['x² №5', 'x2 no5'],
];

/** Names that are not the same, in whatever spelling. */
const DIFFERENT: readonly (readonly [string, string])[] = [
  ['C++', 'C#'],
  ['R&D', 'R D'],
  ['ガス', 'カス'],
  ['कि', 'की'],
  ['บาน', 'บ้าน'],
  ['東京', '京都'],
  ['🌲', '🌳'],
  ['Acme', 'Acme 2'],
];

const listedAs = (name: string) => ({ id: 'organization-1', slug: 'of-its-own', name });

function typed(name: string) {
  const organization = typedOrganization(name);
  if (organization === null) throw new Error(`"${name}" is blank.`);
  return organization;
}

describe.each(SPELLINGS.flatMap(([a, b]) => [[a, b] as const, [b, a] as const]))(
  '%s, typed as %s',
  (name, spelling) => {
    test('is found, listed already, and has the same slug [R6.9, R6.12, R7.11]', () => {
      const organizations = [listedAs(name)];
      expect(filterOrganizations(organizations, spelling)).toEqual(organizations);
      expect(findListed(organizations, typed(spelling))).toBe(organizations[0]);
      const slugOf = (text: string) => slugToSend({ name: text, slug: '' }, null);
      expect(slugOf(name)).toBe(slugOf(spelling));
    });
  },
);

test.each(DIFFERENT.flatMap(([a, b]) => [[a, b] as const, [b, a] as const]))(
  '%s is another name than %s [R6.9]',
  (name, other) => {
    expect(findListed([listedAs(name)], typed(other))).toBeUndefined();
  },
);

test('finds a listed slug by a name in another spelling [R6.9]', () => {
  const lodz = { id: 'organization-1', slug: 'lodz-team', name: 'Oddział' };
  expect(findListed([lodz], typed('Łódź  Team'))).toBe(lodz);
});

test('a folded text folds to itself', () => {
  for (const text of [...SPELLINGS, ...DIFFERENT].flat()) expect(fold(fold(text))).toBe(fold(text));
});
