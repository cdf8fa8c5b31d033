// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from 'vitest';
import { lastOrganization } from '#src/storage/last-organization.ts';

const KEY = 'last_organization';

beforeEach(() => localStorage.clear());

describe('lastOrganization', () => {
  it('reads the id that was written last [R13.6]', () => {
    expect(lastOrganization.read()).toBeNull();
    lastOrganization.write('organization-acme');
    lastOrganization.write('organization-birch');
    expect(localStorage.getItem(KEY)).toBe('organization-birch');
    expect(lastOrganization.read()).toBe('organization-birch');
  });

  it.each(['', 'x'.repeat(201)])('reads null when %j is stored', (stored) => {
    localStorage.setItem(KEY, stored);
    expect(lastOrganization.read()).toBeNull();
  });
});
