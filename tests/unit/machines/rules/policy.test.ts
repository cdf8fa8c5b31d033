import { describe, expect, it } from 'vitest';
import {
  isSamePolicyInput,
  normalizePolicy,
  POLICY_DESCRIPTION_MAX_LENGTH,
  POLICY_NAME_MAX_LENGTH,
  searchWords,
  validatePolicy,
} from '#machines/rules/policy.ts';

const POLICY = { name: 'Access reviews', description: 'Every quarter.', state: 'draft' } as const;

describe('policy input [R17.2]', () => {
  it('is normalized: trimmed, with the name on one line [R17.2]', () => {
    const typed = {
      name: '  Access \n\t reviews ',
      description: ' a\n b ',
      state: 'active',
    } as const;
    expect(normalizePolicy(typed)).toEqual({
      name: 'Access reviews',
      description: 'a\n b',
      state: 'active',
    });
  });

  it.each([
    { what: 'a blank name', text: { name: ' \n ' }, problem: 'name_missing' },
    {
      what: 'the longest name',
      text: { name: '🎉'.repeat(POLICY_NAME_MAX_LENGTH) },
      problem: null,
    },
    {
      what: 'a longer name',
      text: { name: 'x'.repeat(POLICY_NAME_MAX_LENGTH + 1) },
      problem: 'name_too_long',
    },
    {
      what: 'the longest description',
      text: { description: '🎉'.repeat(POLICY_DESCRIPTION_MAX_LENGTH) },
      problem: null,
    },
    {
      what: 'a longer description',
      text: { description: 'x'.repeat(POLICY_DESCRIPTION_MAX_LENGTH + 1) },
      problem: 'description_too_long',
    },
  ])('validates $what: $problem', ({ text, problem }) => {
    expect(validatePolicy({ name: 'A', description: '', state: 'draft', ...text })).toBe(problem);
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
