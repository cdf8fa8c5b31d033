// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from 'vitest';
import { lastOrganization } from '#src/storage/last-organization.ts';

const KEY = 'last_organization';

beforeEach(() => localStorage.clear());

describe('the organization that was used last', () => {
  it('is the one written last [R13.6]', () => {
    expect(lastOrganization.read()).toBeNull();
    lastOrganization.write('organization-acme');
    lastOrganization.write('organization-birch');
    expect(localStorage.getItem(KEY)).toBe('organization-birch');
    expect(lastOrganization.read()).toBe('organization-birch');
  });

  it.each(['', 'x'.repeat(201)])('is none when %j stands there', (rubbish) => {
    localStorage.setItem(KEY, rubbish);
    expect(lastOrganization.read()).toBeNull();
  });
});
