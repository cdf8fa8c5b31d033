import { describe, expect, it } from 'vitest';
import {
  isSamePolicyInput,
  normalizePolicy,
  type PolicyInput,
  type PolicyProblem,
  searchWords,
  validatePolicy,
} from '#machines/rules/policy.ts';

const POLICY = { name: 'Access reviews', description: 'Every quarter.', state: 'draft' } as const;

describe('policy input [R17.2]', () => {
  it('is normalized: trimmed, with the name on one line [R17.2]', () => {
    const typed = { ...POLICY, name: '  Access \n\t reviews ', description: ' a\n b ' };
    expect(normalizePolicy(typed)).toEqual({ ...POLICY, description: 'a\n b' });
  });

  it.each<[string, Partial<PolicyInput>, PolicyProblem | null]>([
    ['a blank name', { name: ' \n ' }, 'name_missing'],
    ['the longest name', { name: '🎉'.repeat(120) }, null],
    ['a longer name', { name: 'x'.repeat(121) }, 'name_too_long'],
    ['the longest description', { description: '🎉'.repeat(10_000) }, null],
    ['a longer one', { description: 'x'.repeat(10_001) }, 'description_too_long'],
  ])('validates %s', (_, change, problem) => {
    expect(validatePolicy({ ...POLICY, ...change })).toBe(problem);
  });

  it.each([
    { change: {}, same: true },
    { change: { name: ' Access   reviews ' }, same: true },
    { change: { description: 'Every quarter. ' }, same: true },
    { change: { name: 'Access review' }, same: false },
    { change: { description: 'Every month.' }, same: false },
    { change: { state: 'active' as const }, same: false },
  ])('compares as the same after $change: $same', ({ change, same }) => {
    expect(isSamePolicyInput(POLICY, { ...POLICY, ...change })).toBe(same);
  });
});

it.each([
  ['  abroad \t\n Travel ', ['abroad', 'travel']],
  ['RÉSUMÉ', ['resume']],
  ['\u0000', []],
])('searches %j by its words: %j [R17.3]', (query, words) => {
  expect(searchWords(query)).toEqual(words);
});
