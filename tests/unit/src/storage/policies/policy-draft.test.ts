// @vitest-environment happy-dom
import { afterEach, expect, it } from 'vitest';
import { policyDraft } from '#src/storage/policies/policy-draft.ts';

const KEY = 'policy_draft';
const input = { name: 'Half', description: 'of it', state: 'draft' } as const;
const draft = { id: '1', version: 2, original: { ...input, name: 'Whole' }, input };

afterEach(() => sessionStorage.clear());

it('keeps what a member writes for nobody else, until it is removed [R17.10]', () => {
  expect(policyDraft.read('ada')).toBeNull();
  policyDraft.write('ada', draft);
  expect(policyDraft.read('dora')).toBeNull();
  expect(policyDraft.read('ada')).toMatchObject(draft);
  policyDraft.remove();
  expect(policyDraft.read('ada')).toBeNull();
});

it.each([
  ['no JSON', '{'],
  ['no member', JSON.stringify({ ...draft, memberId: '' })],
  ['no input', JSON.stringify({ ...draft, memberId: 'ada', input: null })],
  ['no text', JSON.stringify({ ...draft, memberId: 'ada', input: { ...input, name: 1 } })],
  [
    'another state',
    JSON.stringify({ ...draft, memberId: 'ada', original: { ...input, state: 'x' } }),
  ],
  ['no version', JSON.stringify({ ...draft, memberId: 'ada', version: '2' })],
])('removes a stored value with %s [R13.4]', (_, stored) => {
  sessionStorage.setItem(KEY, stored);
  expect(policyDraft.read('ada')).toBeNull();
  expect(sessionStorage.getItem(KEY)).toBeNull();
});
