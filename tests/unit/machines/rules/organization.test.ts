import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  creationProblem,
  findBySlug,
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

  test('returns a slug without white space or capitals, whose own slug is the same', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (input) => {
        const organization = typedOrganization(input);
        expect(organization === null).toBe(input.trim() === '');
        if (organization === null) return;
        expect(organization.slug).not.toMatch(/\s/);
        expect(organization.slug).toBe(organization.slug.toLowerCase());
        expect(typed(organization.slug).slug).toBe(organization.slug);
        expect(isTyped(organization)).toBe(true);
      }),
    );
  });

  test('isTyped is false for an id of the provider', () => {
    expect(isTyped({ id: 'organization-acme', slug: 'acme', name: 'Acme' })).toBe(false);
  });
});

describe('findBySlug', () => {
  const listed = [typed('Acme'), typed('Birch'), { ...typed('Cedar'), slug: 'Cedar' }];

  test.each([
    ['acme', 'Acme'],
    ['ACME', 'Acme'],
    ['cedar', 'Cedar'],
  ])('finds for %s the organization %s', (slug, name) => {
    expect(findBySlug(listed, slug)?.name).toBe(name);
  });

  test.each(['acm', 'acme-2', ''])('returns undefined for %j', (slug) => {
    expect(findBySlug(listed, slug)).toBeUndefined();
  });
});

describe('creationProblem [R7.9]', () => {
  test.each([
    ['New Team', OPEN, null],
    ['ab', OPEN, null],
    ['a', OPEN, 'slug'],
    ['!!', OPEN, 'slug'],
    ['a.b_c~d-e', OPEN, null],
    ['Café', OPEN, 'slug'],
    ['🌲🌲', OPEN, 'slug'],
    ['New Team', { ...OPEN, createOrganizationEnabled: false }, 'disabled'],
    ['!', { ...OPEN, createOrganizationEnabled: false }, 'disabled'],
    ['x'.repeat(128), OPEN, null],
    ['x'.repeat(129), OPEN, 'too_long'],
    ['x'.repeat(5_000), OPEN, 'too_long'],
    ['🌲'.repeat(128), OPEN, 'slug'],
    ['🌲'.repeat(129), OPEN, 'too_long'],
    ['team', { ...OPEN, slugPattern: '^team$' }, null],
    ['teams', { ...OPEN, slugPattern: '^team$' }, 'slug'],
    ['team', { ...OPEN, slugPattern: '([' }, null],
    ['!', { ...OPEN, slugPattern: '([' }, 'slug'],
  ] as const)('%s', (name, project, problem) => {
    expect(creationProblem(typed(name), project)).toBe(problem);
  });
});
