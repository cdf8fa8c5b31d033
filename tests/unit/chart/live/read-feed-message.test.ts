import { expect, test } from 'vitest';
import { parseFeedMessage } from '#chart/feed/feed.types.ts';

test('returns null for a malformed message', () => {
  expect(parseFeedMessage({ kind: 'report', tab: 1 })).toBeNull();
  expect(parseFeedMessage('malformed')).toBeNull();
  expect(parseFeedMessage({ kind: 'request' })).toEqual({ kind: 'request' });
});
