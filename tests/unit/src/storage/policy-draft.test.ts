// @vitest-environment happy-dom
import { afterEach, expect, it } from 'vitest';
import { policyDraft } from '#src/storage/policy-draft.ts';

const KEY = 'policy_draft';
const input = { name: 'Half', description: 'of it', state: 'draft' } as const;
const policy = { ...input, id: '1', organizationId: 'acme', createdAt: 1, updatedAt: 2 };

afterEach(() => sessionStorage.clear());

it.each([null, policy])('keeps what a member writes, until it is removed [R17.10]', (edited) => {
  expect(policyDraft.read('ada')).toBeNull();
  policyDraft.write('ada', { input, policy: edited });
  expect(policyDraft.read('ada')).toEqual({ input, policy: edited });
  policyDraft.remove();
  expect(policyDraft.read('ada')).toBeNull();
});

it('shows it to nobody else, and keeps it for its member [R17.10]', () => {
  policyDraft.write('ada', { input, policy: null });
  expect(policyDraft.read('dora')).toBeNull();
  expect(policyDraft.read('ada')).not.toBeNull();
});

it.each([
  ['no JSON', '{'],
  ['no member', JSON.stringify({ memberId: '', input, policy })],
  ['no input', JSON.stringify({ memberId: 'ada', policy })],
  ['no text', JSON.stringify({ memberId: 'ada', input: { ...input, name: 1 }, policy })],
  ['another state', JSON.stringify({ memberId: 'ada', input: { ...input, state: 'x' }, policy })],
  ['a broken policy', JSON.stringify({ memberId: 'ada', input, policy: { ...policy, id: '' } })],
  ['no time', JSON.stringify({ memberId: 'ada', input, policy: { ...policy, updatedAt: '2' } })],
])('removes a stored value with %s [R13.4]', (_, stored) => {
  sessionStorage.setItem(KEY, stored);
  expect(policyDraft.read('ada')).toBeNull();
  expect(sessionStorage.getItem(KEY)).toBeNull();
});
