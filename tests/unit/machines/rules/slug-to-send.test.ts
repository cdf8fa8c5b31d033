import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { slugToSend, typedOrganization } from '#machines/rules/organization.ts';

function slugOf(name: string, pattern: string | null = null) {
  const organization = typedOrganization(name);
  if (organization === null) throw new Error(`"${name}" is blank.`);
  return slugToSend(organization, pattern);
}

describe('slugToSend [R7.11]', () => {
  test.each([
    ['New Team', 'new-team'],
    ['a.b_c~d-e', 'a.b_c~d-e'],
    ["Zoë's Team", 'zoes-team'],
    ['R&D', 'r-d'],
    ['Acme, Inc.', 'acme-inc'],
    ['Ångström Öl', 'angstrom-ol'],
    ['абвгдежзийклмнопрстуфхцчшщъыьэюя', 'abvgdezhziiklmnoprstufkhtschshshchyeyuya'],
    ['αβγδεζηθικλμνξοπρςστυφχψω', 'avgdezithiklmnxoprsstyfchpso'],
    ['日本語 Team', 'team'],
    ['日本語', undefined],
    ['🌲🌲', undefined],
    ['a', undefined],
    ['!!', undefined],
    ['~~', undefined],
    ['x'.repeat(128), 'x'.repeat(128)],
  ])('sends for "%s" the slug %s', (name, slug) => {
    expect(slugOf(name)).toBe(slug);
  });

  test('sends a slug that can be part of a host name where the project’s addresses need it', () => {
    const pattern = 'https://{{slug}}.app.example';
    expect(slugOf('a.b_c~d', pattern)).toBe('a-b-c-d');
    expect(slugOf('-Team-', pattern)).toBe('team');
    expect(slugOf('New Team', pattern)).toBe('new-team');
    expect(slugOf('x'.repeat(128), pattern)).toBe('x'.repeat(63));
    expect(slugOf('日本語', pattern)).toBeUndefined();
    expect(slugOf('a.b', '{{slug}}.app.example')).toBe('a-b');
    expect(slugOf('a.b', 'https://login-{{slug}}.app.example/start')).toBe('a-b');
    expect(slugOf('a.b_c~d', 'https://app.example/{{slug}}/login')).toBe('a.b_c~d');
  });

  test('sends a slug that a regular expression allows', () => {
    expect(slugOf('R & D', '^[a-z]{2,5}$')).toBe('rd');
    expect(slugOf('team', '^team$')).toBe('team');
    expect(slugOf('teams', '^team$')).toBeNull();
    expect(slugOf('日本語', '^[a-z]+$')).toBeNull();
    expect(slugOf('team', '([')).toBe('team');
  });

  test('sends only slugs that the provider accepts', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', minLength: 1, maxLength: 200 }),
        fc.constantFrom(null, 'https://{{slug}}.app.example', '^[a-z0-9-]+$'),
        (name, pattern) => {
          if (name.trim() === '') return;
          const slug = slugOf(name, pattern);
          if (typeof slug !== 'string') return;
          expect(slug).toMatch(/^[a-z0-9._~-]{2,128}$/);
          expect(slug).toMatch(/[a-z0-9]/);
        },
      ),
    );
  });
});
