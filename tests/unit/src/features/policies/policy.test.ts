import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  EMPTY_POLICY,
  isSameName,
  isSamePolicyInput,
  normalizePolicy,
  POLICY_DESCRIPTION_MAX_LENGTH,
  POLICY_NAME_MAX_LENGTH,
  searchPolicies,
  validatePolicy,
} from '#src/features/policies/policy.ts';
import { buildPolicy } from './support/policies.ts';

it.each([
  ['Access', 'access ', true],
  ['Café', 'cafe', true],
  ['Access', 'Accesses', false],
])('compares the names %j and %j: %s [R17.9]', (left, right, same) => {
  expect(isSameName(left, right)).toBe(same);
});

describe('policy input [R17.2]', () => {
  it('starts as an empty draft', () => {
    expect(EMPTY_POLICY).toEqual({ name: '', description: '', state: 'draft' });
  });

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

  it('does not change when it is normalized again', () => {
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
    expect(isSamePolicyInput(buildPolicy(), buildPolicy(change))).toBe(same);
  });
});

describe('searchPolicies [R17.3]', () => {
  const policies = [
    buildPolicy({ id: 'a', name: 'Access reviews', description: 'Production', updatedAt: 1 }),
    buildPolicy({ id: 'b', name: 'Café rules', description: 'ACCESS to milk', updatedAt: 3 }),
    buildPolicy({ id: 'c', name: 'Backups', description: '', updatedAt: 2 }),
    buildPolicy({ id: 'd', name: 'Archive', description: '', updatedAt: 2 }),
  ];
  it.each([
    { query: '', found: ['b', 'd', 'c', 'a'] },
    { query: '  ', found: ['b', 'd', 'c', 'a'] },
    { query: 'access', found: ['b', 'a'] },
    { query: 'reviews  ACCESS', found: ['a'] },
    { query: 'cafe', found: ['b'] },
    { query: 'café', found: ['b'] },
    { query: 'nothing', found: [] },
  ])('finds $found for "$query"', ({ query, found }) => {
    expect(searchPolicies(policies, query).map(({ id }) => id)).toEqual(found);
  });

  it('does not change its input', () => {
    const input = Object.freeze([...policies]);
    searchPolicies(input, '');
    expect(input.map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd']);
  });

  const search = (query: string, ...names: readonly string[]) =>
    searchPolicies(
      names.map((name) => buildPolicy({ name, description: '' })),
      query,
    ).map(({ name }) => name);

  it('ignores accents in the query and in the text', () => {
    expect(search('resume', 'Résumé', 'Other')).toEqual(['Résumé']);
    expect(search('RÉSUMÉ', 'Resume', 'Other')).toEqual(['Resume']);
  });

  it('separates words by any white space', () => {
    const names = ['Travel abroad', 'Travel', 'Abroad'];
    expect(search('  abroad \t\n travel ', ...names)).toEqual(['Travel abroad']);
    expect(search('abroad travel', ...names)).toEqual(['Travel abroad']);
    expect(search(' ', ...names)).toHaveLength(names.length);
  });
});
