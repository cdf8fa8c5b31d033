// @vitest-environment happy-dom
import { hydrate, QueryClient } from '@tanstack/react-query';
import { afterEach, expect, it } from 'vitest';
import { keepReads } from '#src/api/keep-reads.ts';
import { keptReads } from '#src/storage/kept-reads.ts';

const OWNER = 'organization-1 member-1';
const LIST = ['policies', ''];

let endSession: () => void;
afterEach(() => endSession());

/** Reads a list and leaves the page. */
function leave(): void {
  const queries = new QueryClient();
  queries.setQueryData(LIST, ['a policy']);
  endSession = keepReads(queries, OWNER, keptReads);
  window.dispatchEvent(new Event('pagehide'));
}

function read(owner: string): unknown {
  const queries = new QueryClient();
  hydrate(queries, keptReads.take(owner));
  return queries.getQueryData(LIST);
}

it('gives the page after a reload what was read before it, once [R17.12]', () => {
  leave();
  expect([read(OWNER), read(OWNER)]).toEqual([['a policy'], undefined]);
});

it('gives nothing to another member or organization, and keeps it no longer [R17.1, R17.12]', () => {
  leave();
  expect([read('organization-1 member-2'), sessionStorage.length]).toEqual([undefined, 0]);
});

it('keeps nothing once the session has ended [R17.1]', () => {
  leave();
  endSession();
  window.dispatchEvent(new Event('pagehide'));
  expect(sessionStorage.length).toBe(0);
});

it.each(['', '{', '{"owner":"organization-1 member-1"}', '[]'])('ignores %s', (stored) => {
  sessionStorage.setItem('kept_reads', stored);
  expect(read(OWNER)).toBeUndefined();
});
