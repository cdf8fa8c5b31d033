// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { readLastOrganization, writeLastOrganization } from '#src/storage/last-organization.ts';

const KEY = 'last_organization';
const ACME = { id: 'organization-test-1', slug: 'acme', name: 'Acme & Söhne “Łódź” می‌خواهم' };

it('the organization of the last session is read as it was written [R13.6]', () => {
  writeLastOrganization(ACME);
  expect(readLastOrganization()).toEqual(ACME);
});

it.each([
  ['the id alone, as an older build stored it', 'organization-test-1'],
  ['text before the id', 'x organization-1 acme Acme'],
  ['a typed organization', 'org-acme acme Acme'],
  ['a name that changes the direction of the text', 'organization-1 acme A\u202EB'],
  ['a name that is too long', `organization-1 acme ${'x'.repeat(201)}`],
  ['a slug that is too long', `organization-1 ${'x'.repeat(129)} Acme`],
])(
  'the organization of the last session is missing and removed when %s is stored [R13.4, R1.14]',
  (_, stored) => {
    localStorage.setItem(KEY, stored);
    expect(readLastOrganization()).toBeNull();
    expect(localStorage.getItem(KEY)).toBeNull();
  },
);
