// @vitest-environment happy-dom
import { hydrate, QueryClient } from '@tanstack/react-query';
import { afterEach, expect, it } from 'vitest';
import { saveReadsOnLeave } from '#src/api/saved-reads.ts';
import { memberTabRecord, removeOtherMembersData, savedReads } from '#src/storage/member-record.ts';

const LIST = ['policies', ''];

let endSession = () => {};
afterEach(() => endSession());

/** Reads a list as Ada, and leaves the page. */
function leave(): void {
  const queries = new QueryClient();
  queries.setQueryData(LIST, ['a policy']);
  endSession = saveReadsOnLeave(queries, 'acme ada', savedReads);
  window.dispatchEvent(new Event('pagehide'));
}

function read(owner: string): unknown {
  const queries = new QueryClient();
  hydrate(queries, savedReads.take(owner));
  return queries.getQueryData(LIST);
}

it('gives the page after a reload what was read before it, once, and nobody else [R17.1, R17.12]', () => {
  leave();
  expect([read('acme ada'), read('acme ada')]).toEqual([['a policy'], undefined]);
  endSession();
  leave();
  expect([read('acme dora'), sessionStorage.length]).toEqual([undefined, 0]);
});

it('keeps nothing once the session has ended [R17.1]', () => {
  leave();
  endSession();
  window.dispatchEvent(new Event('pagehide'));
  expect(sessionStorage.length).toBe(0);
});

it.each([
  ['its member', { memberId: 'ada', emailAddress: null }, ['a policy'], true],
  ['its person in another organization', { memberId: 'a2', emailAddress: 'ada' }, undefined, true],
  ['nobody', null, undefined, true],
  ['somebody else', { memberId: 'finn', emailAddress: 'finn' }, undefined, false],
  ['somebody without an address', { memberId: 'finn', emailAddress: null }, undefined, false, null],
])(
  'when %s is signed in at the next start, reads and draft are left or gone [R17.10, R17.12, R17.13]',
  (_, member, reads, hasDraft, emailAddress: string | null = 'ada') => {
    leave();
    memberTabRecord.write({ draft: { memberId: 'ada', emailAddress, name: 'Half' } });
    removeOtherMembersData(member);
    expect('draft' in memberTabRecord.read()).toBe(hasDraft);
    expect(read('acme ada')).toEqual(reads);
  },
);

it.each(['', '{', '{"saved":{"owner":"acme ada"}}', '[]'])('ignores %s', (stored) => {
  sessionStorage.setItem('member_pages', stored);
  expect(read('acme ada')).toBeUndefined();
});
