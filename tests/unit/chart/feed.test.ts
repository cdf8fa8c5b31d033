import { expect, test } from 'vitest';
import type { AnyEventObject } from 'xstate';
import { feedConfig } from '#chart/chart.config.ts';
import { readMessage } from '#chart/feed/feed.types.ts';
import { redactEvent } from '#chart/feed/redact-event.ts';
import { ACME, EMAIL, ENROLMENT, SECRETS, SESSION } from '#machines/explore/fixtures.ts';
import { answerCases, eventCases } from '#machines/explore/payload-cases.ts';

const redacted = (event: AnyEventObject) => redactEvent(event, feedConfig.redaction);

const CANARIES = [
  ...Object.values(SECRETS),
  ENROLMENT.qrCode,
  EMAIL,
  ACME.name,
  ACME.id,
  SESSION.sessionId,
  SESSION.memberId,
  SESSION.memberName,
  'New Team',
  'The provider said no',
];

const EVENTS = [
  ...Object.values(eventCases).flatMap((list) => list.map(({ event }) => event)),
  ...Object.entries(answerCases).flatMap(([id, list]) =>
    list.map(({ output }) => ({ type: `xstate.done.actor.${id}`, actorId: id, output })),
  ),
  {
    type: 'xstate.error.actor.exchange',
    actorId: 'exchange',
    error: new Error(`${EMAIL} ${SECRETS.emailCode}`),
  },
];

test.each(EVENTS)('no value of $type leaves the page', (event) => {
  const text = JSON.stringify(redacted(event));
  expect(CANARIES.filter((canary) => text.includes(canary.trim()))).toEqual([]);
  expect(text).toContain(event.type);
});

test('what an event says is of which kind its values are', () => {
  expect(redacted({ type: 'code.verify', code: '314159' })).toEqual({
    event: 'code.verify',
    payload: [['code', 'text']],
  });
  const output = { kind: 'failed', message: EMAIL };
  expect(redacted({ type: 'xstate.done.actor.exchange', output }).payload).toEqual([
    ['output', 'failed'],
  ]);
});

test('a type, a field or a kind that nobody knows is not passed on', () => {
  const strange = redacted({
    type: 'ada@acme.example',
    [EMAIL]: 'x',
    output: { kind: EMAIL },
  });
  expect(strange).toEqual({ event: '(unknown)', payload: [['output', 'record']] });
});

test('rubbish on the channel is nothing', () => {
  expect(readMessage({ kind: 'report', tab: 1 })).toBeNull();
  expect(readMessage('rubbish')).toBeNull();
  expect(readMessage({ kind: 'request' })).toEqual({ kind: 'request' });
});
