// @vitest-environment happy-dom
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { filterPostHogEvent } from '#src/telemetry/posthog.ts';
import { filterSentryEvent } from '#src/telemetry/sentry.ts';

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

it('an error report keeps a request id of the provider, and nothing else in its place [R18.4, R18.5]', () => {
  const tags = { route: '/', impersonated: false };
  const sentTags = (request_id: string) =>
    filterSentryEvent({ type: undefined, tags: { ...tags, request_id } }).tags;
  const id = 'request-id-test-7a1f0c42-1111-4d2f-9f3a-000000000001';
  expect(sentTags(id)).toEqual({ ...tags, request_id: id });
  expect(sentTags(`${id} ${CANARY}`)).toEqual(tags);
});

it('an error report keeps only listed fields, at any level [R18.4, R18.5]', () => {
  fc.assert(
    fc.property(unlistedFields, (extra) => {
      const frame = { filename: 'https://a.example/app.js', function: 'go', lineno: 1 };
      const given = { ...frame, filename: `${frame.filename}?x=${CANARY}`, vars: extra };
      const sent = filterSentryEvent({
        type: undefined,
        event_id: '1',
        tags: { route: '/policies', ...extra },
        request: { url: `https://a.example/?token=${CANARY}`, headers: { Referer: CANARY } },
        user: { email: CANARY },
        extra,
        contexts: { page: extra },
        message: CANARY,
        breadcrumbs: [
          { category: 'auth', message: 'signedOut' },
          { category: 'fetch', data: extra },
        ],
        exception: {
          values: [
            {
              type: 'Error',
              value: `broke on ${CANARY}`,
              mechanism: { type: 'x', data: extra },
              stacktrace: { frames: [{ ...given, context_line: CANARY }] },
            },
          ],
        },
      });
      expect(JSON.stringify(sent)).not.toContain(CANARY);
      expect(sent.exception?.values).toEqual([
        { type: 'Error', value: 'broke on [removed]', stacktrace: { frames: [frame] } },
      ]);
      expect(sent.breadcrumbs).toEqual([{ category: 'auth', message: 'signedOut' }]);
    }),
  );
});
