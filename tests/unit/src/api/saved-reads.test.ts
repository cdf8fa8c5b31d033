// @vitest-environment happy-dom
import { hydrate, QueryClient } from '@tanstack/react-query';
import { afterEach, expect, it } from 'vitest';
import { saveReadsOnLeave } from '#src/api/saved-reads.ts';
import { keptReads } from '#src/storage/kept-reads.ts';
import { memberTabRecord, removeWhatOthersLeft } from '#src/storage/member-record.ts';

const LIST = ['policies', ''];

let endSession = () => {};
afterEach(() => endSession());

/** Reads a list as Ada, and leaves the page. */
function leave(): void {
  const queries = new QueryClient();
  queries.setQueryData(LIST, ['a policy']);
  endSession = saveReadsOnLeave(queries, 'acme ada', keptReads);
  window.dispatchEvent(new Event('pagehide'));
}

function read(owner: string): unknown {
  const queries = new QueryClient();
  hydrate(queries, keptReads.take(owner));
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
  ['nobody', null, 'Half'],
  ['somebody else', 'finn', undefined],
])(
  'is gone when %s is signed in at the next start, and a draft of another member too [R17.13]',
  (_, memberId, draft) => {
    leave();
    memberTabRecord.write({ draft: { memberId: 'ada', name: 'Half' } });
    removeWhatOthersLeft(memberId);
    expect(JSON.stringify({ ...sessionStorage })).not.toContain('a policy');
    expect(JSON.stringify({ ...sessionStorage }).includes('Half')).toBe(draft === 'Half');
  },
);

it('stays for its member at the next start [R17.10, R17.12]', () => {
  leave();
  memberTabRecord.write({ draft: { memberId: 'ada', name: 'Half' } });
  removeWhatOthersLeft('ada');
  expect(read('acme ada')).toEqual(['a policy']);
  expect(memberTabRecord.read()).toHaveProperty('draft');
});

it.each(['', '{', '{"kept":{"owner":"acme ada"}}', '[]'])('ignores %s', (stored) => {
  sessionStorage.setItem('member_pages', stored);
  expect(read('acme ada')).toBeUndefined();
});
