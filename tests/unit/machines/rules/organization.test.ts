import { describe, expect, test } from 'vitest';
import {
  creationProblem,
  findListed,
  isTyped,
  type Organization,
  typedOrganization,
} from '#machines/rules/organization.ts';

const OPEN = { slugPattern: null, createOrganizationEnabled: true };

function typed(name: string): Organization {
  const organization = typedOrganization(name);
  if (organization === null) throw new Error(`"${name}" is blank.`);
  return organization;
}

describe('typedOrganization [R6.8]', () => {
  test.each([
    ['New Team', 'new-team'],
    ['  New   Team  ', 'new-team'],
    ['A\tB\n C', 'a-b-c'],
    ['ÉCOLE', 'école'],
    ['already-a-slug', 'already-a-slug'],
  ])('makes of "%s" the slug %s', (input, slug) => {
    expect(typedOrganization(input)).toEqual({ id: `org-${slug}`, slug, name: input.trim() });
  });

  test.each(['', ' ', '\t\n', '\u00a0', '\u3000'])('returns null for blank %j [R6.5]', (input) => {
    expect(typedOrganization(input)).toBeNull();
  });

  test('isTyped tells it from one of the provider', () => {
    expect(isTyped(typed('Acme'))).toBe(true);
    expect(isTyped({ id: 'organization-acme', slug: 'acme', name: 'Acme' })).toBe(false);
  });
});

describe('findListed [R6.9]', () => {
  test('passes over a listed organization without a name', () => {
    const nameless = { id: 'o', slug: 'o', name: ' ' };
    expect(findListed([nameless], { id: 'org-a', slug: 'a', name: 'A' })).toBeUndefined();
  });

  test('prefers a slug to a name', () => {
    const named = { id: 'organization-1', slug: 'other', name: 'Acme' };
    const slugged = { id: 'organization-2', slug: 'acme', name: 'Other' };
    expect(findListed([named, slugged], typed('acme'))).toBe(slugged);
  });
});

describe('creationProblem [R7.9]', () => {
  test.each([
    ['New Team', OPEN, null],
    ['a', OPEN, null],
    ['!!', OPEN, 'slug'],
    ['… ?', OPEN, 'slug'],
    ['C++', OPEN, null],
    ['New Team', { ...OPEN, createOrganizationEnabled: false }, 'disabled'],
    ['!', { ...OPEN, createOrganizationEnabled: false }, 'disabled'],
    ['x'.repeat(128), OPEN, null],
    ['x'.repeat(129), OPEN, 'too_long'],
    ['🌲'.repeat(128), OPEN, null],
    ['🌲'.repeat(129), OPEN, 'too_long'],
    // slug-to-send.test.ts has the other patterns.
    ['teams', { ...OPEN, slugPattern: '^team$' }, 'slug'],
  ] as const)('%s', (name, project, problem) => {
    expect(creationProblem(typed(name), project)).toBe(problem);
  });
});
