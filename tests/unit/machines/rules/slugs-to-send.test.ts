import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { typedOrganization } from '#machines/rules/organization.ts';
import { slugsToSend } from '#machines/rules/slugs-to-send.ts';

function slugsOf(name: string, pattern: string | null) {
  const organization = typedOrganization(name);
  if (organization === null) throw new Error(`"${name}" is blank.`);
  return slugsToSend(organization, pattern);
}

describe('slugsToSend [R7.11]', () => {
  const first = (name: string, pattern: string | null = null) => slugsOf(name, pattern)[0];

  test.each([
    ['New Team', 'new-team'],
    ['a.b_c~d-e', 'a.b_c~d-e'],
    ["Zoë's Team", 'zoes-team'],
    ['R&D', 'r-d'],
    ['Acme, Inc.', 'acme-inc'],
    ['Ångström Öl', 'angstrom-ol'],
    ['Straße', 'strasse'],
    ['Łódź', 'lodz'],
    ['Команда', 'komanda'],
    ['Ομάδα', 'omada'],
    ['Объект', 'obekt'],
    ['日本語 Team', 'team'],
    ['ＡＢＣ', 'abc'],
    ['日本語', undefined],
    ['🌲🌲', undefined],
    ['a', undefined],
    ['!!', undefined],
    ['~~', undefined],
    ['x'.repeat(128), 'x'.repeat(128)],
  ])('sends for "%s" the slug %s', (name, slug) => {
    expect(first(name)).toBe(slug);
  });

  test('sends further slugs when one is taken, and in the end lets the provider choose', () => {
    expect(slugsOf('Acme', null)).toEqual(['acme', 'acme-2', 'acme-3', undefined]);
    const long = slugsOf('x'.repeat(128), null);
    expect(long[1]).toBe(`${'x'.repeat(126)}-2`);
  });

  test('sends a slug that can be part of a host name where the project’s addresses need it', () => {
    const pattern = 'https://{{slug}}.app.example';
    expect(first('a.b_c~d', pattern)).toBe('a-b-c-d');
    expect(first('-Team-', pattern)).toBe('team');
    expect(first('New Team', pattern)).toBe('new-team');
    expect(first('x'.repeat(128), pattern)).toBe('x'.repeat(63));
    expect(slugsOf('x'.repeat(128), pattern)[1]).toBe(`${'x'.repeat(61)}-2`);
    expect(first('日本語', pattern)).toBeUndefined();
    expect(first('a.b_c~d', 'https://app.example/{{slug}}/login')).toBe('a.b_c~d');
  });

  test('sends a slug that a regular expression allows', () => {
    expect(first('R & D', '^[a-z]{2,5}$')).toBe('rd');
    expect(slugsOf('team', '^team$')).toEqual(['team']);
    expect(slugsOf('teams', '^team$')).toEqual([]);
    expect(slugsOf('日本語', '^[a-z]+$')).toEqual([]);
    expect(first('team', '([')).toBe('team');
  });

  test('sends only slugs that the provider accepts', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', minLength: 1, maxLength: 200 }),
        fc.constantFrom(null, 'https://{{slug}}.app.example', '^[a-z0-9-]+$'),
        (name, pattern) => {
          if (name.trim() === '') return;
          for (const slug of slugsOf(name, pattern)) {
            if (slug === undefined) continue;
            expect(slug).toMatch(/^[a-z0-9._~-]{2,128}$/);
            expect(slug).toMatch(/[a-z0-9]/);
          }
        },
      ),
    );
  });
});
