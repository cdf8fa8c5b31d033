import { expect, test } from 'vitest';
import { readMessage } from '#chart/feed/feed.types.ts';

test('returns null for a malformed message', () => {
  expect(readMessage({ kind: 'report', tab: 1 })).toBeNull();
  expect(readMessage('malformed')).toBeNull();
  expect(readMessage({ kind: 'request' })).toEqual({ kind: 'request' });
});
