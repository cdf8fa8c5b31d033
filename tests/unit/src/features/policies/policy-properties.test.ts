import { describe, expect, test } from 'vitest';
import { type Policy, searchPolicies } from '#src/features/policies/policy.ts';

function policy(name: string): Policy {
  return {
    id: name,
    organizationId: 'organization-acme',
    name,
    description: '',
    state: 'draft',
    createdAt: 0,
    updatedAt: 0,
  };
}

function found(words: string, ...names: readonly string[]): readonly string[] {
  return searchPolicies(names.map(policy), words).map(({ name }) => name);
}

describe('the words of a search', () => {
  test('match whatever the accents, in the middle of a word too, on either side', () => {
    expect(found('resume', 'Résumé', 'Other')).toEqual(['Résumé']);
    expect(found('RÉSUMÉ', 'Resume', 'Other')).toEqual(['Resume']);
  });

  test('may have any white space between and around them', () => {
    const names = ['Travel abroad', 'Travel', 'Abroad'];
    expect(found('  abroad \t\n travel ', ...names)).toEqual(['Travel abroad']);
    expect(found('abroad travel', ...names)).toEqual(['Travel abroad']);
    expect(found(' ', ...names)).toHaveLength(names.length);
  });
});
