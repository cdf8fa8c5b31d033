import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  EMPTY_POLICY,
  isSamePolicyInput,
  normalizePolicy,
  POLICY_DESCRIPTION_MAX_LENGTH,
  POLICY_NAME_MAX_LENGTH,
  searchPolicies,
  validatePolicy,
} from '#src/features/policies/policy.ts';
import { policy } from './support/policies.ts';

describe('the text of a policy', () => {
  it('starts as a blank draft', () => {
    expect(EMPTY_POLICY).toEqual({ name: '', description: '', state: 'draft' });
  });

  it('is kept without the white space around it, its name in one line', () => {
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

  it('tidied twice is tidied once', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }),
        fc.string({ unit: 'binary' }),
        (name, description) => {
          const once = normalizePolicy({ name, description, state: 'draft' });
          expect(normalizePolicy(once)).toEqual(once);
        },
      ),
    );
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
  ])('$what: $problem', ({ text, problem }) => {
    expect(validatePolicy({ name: 'A', description: '', state: 'draft', ...text })).toBe(problem);
  });

  it.each([
    { change: {}, same: true },
    { change: { name: ' Access   reviews ' }, same: true },
    { change: { description: 'Every quarter. ' }, same: true },
    { change: { name: 'Access review' }, same: false },
    { change: { description: 'Every month.' }, same: false },
    { change: { state: 'active' as const }, same: false },
  ])('with $change is the same: $same', ({ change, same }) => {
    expect(isSamePolicyInput(policy(), policy(change))).toBe(same);
  });
});

describe('a search', () => {
  const policies = [
    policy({ id: 'a', name: 'Access reviews', description: 'Production', updatedAt: 1 }),
    policy({ id: 'b', name: 'Café rules', description: 'ACCESS to milk', updatedAt: 3 }),
    policy({ id: 'c', name: 'Backups', description: '', updatedAt: 2 }),
    policy({ id: 'd', name: 'Archive', description: '', updatedAt: 2 }),
  ];
  it.each([
    { words: '', found: ['b', 'd', 'c', 'a'] },
    { words: '  ', found: ['b', 'd', 'c', 'a'] },
    { words: 'access', found: ['b', 'a'] },
    { words: 'reviews  ACCESS', found: ['a'] },
    { words: 'cafe', found: ['b'] },
    { words: 'café', found: ['b'] },
    { words: 'nothing', found: [] },
  ])('for "$words" finds $found', ({ words, found }) => {
    expect(searchPolicies(policies, words).map(({ id }) => id)).toEqual(found);
  });

  it('leaves the list it was given as it was', () => {
    const given = Object.freeze([...policies]);
    searchPolicies(given, '');
    expect(given.map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd']);
  });
});
