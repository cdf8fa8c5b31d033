// @vitest-environment happy-dom
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { filterPostHogEvent } from '#src/telemetry/posthog.ts';
import { filterSentryEvent } from '#src/telemetry/sentry.ts';

const CANARY = 'canary-0123456789-abcdefghij';

/** Fields that are not listed. */
const unlistedFields = fc.dictionary(
  fc.stringMatching(/^[a-z_$]{1,12}x_unlisted$/),
  fc.constant(CANARY),
  { minKeys: 1 },
);

describe('filterPostHogEvent [R18.5]', () => {
  const event = {
    uuid: '1',
    event: 'auth transition' as const,
    properties: { from: 'a', event: 'b', to: 'c' },
  };

  it('keeps only listed fields, at any level', () => {
    fc.assert(
      fc.property(unlistedFields, (extra) => {
        const sent = filterPostHogEvent({
          ...event,
          properties: { ...event.properties, ...extra },
          $set: { email: 'a@b.example', ...extra },
          $set_once: extra,
        });
        expect(JSON.stringify(sent)).not.toContain(CANARY);
        expect(sent?.properties).toEqual(event.properties);
      }),
    );
  });

  it('removes the address of an event that is not a page view', () => {
    const properties = { ...event.properties, $current_url: `https://a.example/?t=${CANARY}` };
    expect(JSON.stringify(filterPostHogEvent({ ...event, properties }))).not.toContain(CANARY);
  });

  it('drops an event with an unknown name', () => {
    for (const name of ['$autocapture', '$snapshot', '$exception', 'toString']) {
      expect(filterPostHogEvent({ ...event, event: name })).toBeNull();
    }
  });
});

describe('filterSentryEvent [R18.4, R18.5]', () => {
  it('keeps a request id of the provider, and nothing else in its place', () => {
    const tags = { route: '/', impersonated: false };
    const sentTags = (request_id: unknown) =>
      filterSentryEvent({ type: undefined, tags: { ...tags, request_id: String(request_id) } })
        .tags;
    const id = 'request-id-test-7a1f0c42-1111-4d2f-9f3a-000000000001';
    expect(sentTags(id)).toEqual({ ...tags, request_id: id });
    expect(sentTags(`${id} ${CANARY}`)).toEqual(tags);
    expect(sentTags('ada@acme.example')).toEqual(tags);
  });

  it('keeps only listed fields, at any level', () => {
    fc.assert(
      fc.property(unlistedFields, (extra) => {
        const sent = filterSentryEvent({
          type: undefined,
          event_id: '1',
          release: 'r',
          transaction: '/policies',
          tags: { route: '/policies', impersonated: false, ...extra },
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
                stacktrace: {
                  frames: [
                    {
                      filename: `https://a.example/app.js?x=${CANARY}`,
                      function: 'go',
                      lineno: 1,
                      vars: extra,
                      context_line: CANARY,
                    },
                  ],
                },
              },
            ],
          },
        });
        expect(JSON.stringify(sent)).not.toContain(CANARY);
        expect(sent.exception?.values?.[0]?.value).toBe('broke on [removed]');
        expect(sent.breadcrumbs).toEqual([{ category: 'auth', message: 'signedOut' }]);
        const [frame] = sent.exception?.values?.[0]?.stacktrace?.frames ?? [];
        expect(frame).toEqual({
          filename: 'https://a.example/app.js',
          function: 'go',
          lineno: 1,
        });
      }),
    );
  });
});
