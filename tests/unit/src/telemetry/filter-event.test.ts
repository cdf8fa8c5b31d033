// @vitest-environment happy-dom
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { filterPostHogEvent } from '#src/telemetry/posthog.ts';
import { buildReport } from '#src/telemetry/sentry.ts';

const CANARY = 'canary-0123456789-abcdefghij';

/** Fields that are not listed. */
const unlistedFields = fc.dictionary(
  fc.stringMatching(/^[a-z_$]{1,12}x_unlisted$/),
  fc.constant(CANARY),
  { minKeys: 1 },
);

it('analytics keeps of a known event only listed fields, at any level, and an address only of a page view [R18.5]', () => {
  const properties = { from: 'a', event: 'b', to: 'c' };
  fc.assert(
    fc.property(unlistedFields, (extra) => {
      const given = { ...properties, ...extra, $current_url: `https://a.example/?t=${CANARY}` };
      const sent = filterPostHogEvent({
        uuid: '1',
        event: 'auth transition',
        properties: given,
        $set: { email: 'a@b.example', ...extra },
        $set_once: extra,
      });
      expect(JSON.stringify(sent)).not.toContain(CANARY);
      expect(sent?.properties).toEqual(properties);
    }),
  );
  for (const event of ['$autocapture', '$exception', 'toString']) {
    expect(filterPostHogEvent({ uuid: '1', event, properties })).toBeNull();
  }
});

const REQUEST_ID = 'request-id-test-7a1f0c42-1111-4d2f-9f3a-000000000001';

it('an error report has only listed fields, at any level, and a request id only of the provider [R18.4, R18.5]', () => {
  const frame = { filename: 'https://a.example/app.js', function: 'go', lineno: 1, colno: 2 };
  const reported = {
    error: new Error(CANARY),
    at: 1_000,
    transitions: [{ from: 'a', event: 'b', to: 'c', milliseconds: 1, at: 500 }],
    route: '/policies',
    impersonated: false,
  };
  const build = { release: 'r', machine: 'f1' };
  fc.assert(
    fc.property(unlistedFields, (extra) => {
      const given = { ...frame, filename: `${frame.filename}?x=${CANARY}`, vars: extra };
      const exception = {
        values: [
          {
            type: 'Error',
            value: `broke on ${CANARY}`,
            mechanism: { type: 'x', data: extra },
            stacktrace: { frames: [{ ...given, context_line: CANARY }] },
          },
        ],
      };
      const tagsWith = (requestId: string | null) =>
        buildReport(exception, { ...reported, requestId }, build).tags;
      const tags = { route: '/policies', impersonated: false, machine: 'f1' };
      expect(tagsWith(REQUEST_ID)).toEqual({ ...tags, request_id: REQUEST_ID });
      expect(tagsWith(`${REQUEST_ID} ${CANARY}`)).toEqual(tags);
      expect(buildReport(exception, { ...reported, requestId: null }, build)).toEqual({
        event_id: expect.stringMatching(/^[\da-f]{32}$/),
        platform: 'javascript',
        level: 'error',
        timestamp: 1,
        release: 'r',
        transaction: '/policies',
        tags,
        breadcrumbs: [
          { category: 'auth', message: 'c', data: { from: 'a', event: 'b' }, timestamp: 0.5 },
        ],
        exception: {
          values: [{ type: 'Error', value: 'broke on [removed]', stacktrace: { frames: [frame] } }],
        },
      });
    }),
  );
});
