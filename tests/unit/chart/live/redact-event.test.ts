import { expect, test } from 'vitest';
import type { AnyEventObject } from 'xstate';
import { redactEvent } from '#chart/feed/redact-event.ts';
import { feedConfig } from '#chart/feed.config.ts';
import { ACME, EMAIL, ENROLMENT, SECRETS, SESSION } from '#machines/auth-cases/fixtures.ts';
import { eventCases, resultCases } from '#machines/auth-cases/payload-cases.ts';

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
  ...Object.values(eventCases).flatMap((list) => list.map(({ value }) => value)),
  ...Object.entries(resultCases).flatMap(([id, list]) =>
    list.map(({ value }) => ({ type: `xstate.done.actor.${id}`, actorId: id, output: value })),
  ),
  {
    type: 'xstate.error.actor.exchange',
    actorId: 'exchange',
    error: new Error(`${EMAIL} ${SECRETS.emailCode}`),
  },
];

test.each(EVENTS)('removes every value from $type', (event) => {
  const text = JSON.stringify(redacted(event));
  expect(CANARIES.filter((canary) => text.includes(canary.trim()))).toEqual([]);
  expect(text).toContain(event.type);
});

test('replaces each value of an event by its kind', () => {
  expect(redacted({ type: 'code.verify', code: '314159' })).toEqual({
    event: 'code.verify',
    payload: [['code', 'text']],
  });
  const output = { kind: 'failed', message: EMAIL };
  expect(redacted({ type: 'xstate.done.actor.exchange', output }).payload).toEqual([
    ['output', 'failed'],
  ]);
});

test('drops the type, the fields and the result kind of an event when they are not listed', () => {
  const unknown = redacted({
    type: 'ada@acme.example',
    [EMAIL]: 'x',
    output: { kind: EMAIL },
  });
  expect(unknown).toEqual({ event: '(unknown)', payload: [['output', 'record']] });
});
