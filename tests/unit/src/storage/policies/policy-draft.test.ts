// @vitest-environment happy-dom
import { afterEach, expect, it } from 'vitest';
import { savedReads } from '#src/storage/member-record.ts';
import { policyDraft } from '#src/storage/policies/policy-draft.ts';

const KEY = 'member_pages';
const ada = { memberId: 'ada', emailAddress: 'ada@acme.example' };
const input = { name: 'Half', description: 'of it', state: 'draft' } as const;
const draft = { id: '1', version: 2, original: { ...input, name: 'Whole' }, input };

afterEach(() => sessionStorage.clear());

it('keeps what a member writes for nobody else, until it is removed [R17.10]', () => {
  expect(policyDraft.read('ada')).toBeNull();
  policyDraft.write(ada, draft);
  expect(policyDraft.read('dora')).toBeNull();
  policyDraft.remove('dora');
  expect(policyDraft.read('ada')).toMatchObject(draft);
  policyDraft.remove('ada');
  expect(policyDraft.read('ada')).toBeNull();
});

it.each([
  ['no member', { ...draft, memberId: '' }],
  ['no text', { ...draft, memberId: 'ada', input: { ...input, name: 1 } }],
  ['another state', { ...draft, memberId: 'ada', original: { ...input, state: 'x' } }],
])('removes a stored value with %s [R13.4]', (_, stored) => {
  sessionStorage.setItem(KEY, JSON.stringify({ draft: stored }));
  expect(policyDraft.read('ada')).toBeNull();
  expect(sessionStorage.getItem(KEY)).toBeNull();
});

it('stays when what the pages had read is taken, and the other way round [R17.10, R17.12]', () => {
  savedReads.write('acme ada', { a: 1 });
  policyDraft.write(ada, draft);
  expect(savedReads.take('acme ada')).toEqual({ a: 1 });
  savedReads.write('acme ada', { a: 2 });
  policyDraft.remove('ada');
  expect([policyDraft.read('ada'), savedReads.take('acme ada')]).toEqual([null, { a: 2 }]);
  expect(sessionStorage.length).toBe(0);
});
