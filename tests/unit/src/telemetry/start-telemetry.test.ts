// @vitest-environment happy-dom
import { beforeEach, expect, it, vi } from 'vitest';
import { type ActorRefFrom, createActor } from 'xstate';
import { SESSION } from '#machines/auth-cases/fixtures.ts';
import { signedInTab } from '#machines/auth-cases/start-inputs.ts';
import { stubbedAuthMachine } from '#machines/auth-cases/stubbed-machine.ts';
import { inspectSteps } from '#src/app/actor-steps.ts';
import { startTelemetry } from '#src/telemetry/start-telemetry.ts';

const REQUEST_ID = 'request-id-test-7a1f0c42-1111-4d2f-9f3a-000000000001';

const analytics = vi.hoisted(() => ({
  page: vi.fn(),
  identify: vi.fn(),
  transition: vi.fn(),
  reset: vi.fn(),
}));
const createPostHog = vi.hoisted(() => vi.fn((): typeof analytics => analytics));
vi.mock('#src/telemetry/posthog.ts', () => ({ createPostHog }));

const requests: RequestInit[] = [];
beforeEach(() => {
  requests.length = 0;
  vi.stubGlobal('fetch', async (_: unknown, init: RequestInit) => {
    requests.push(init);
    return new Response();
  });
});

function start() {
  const errors = { dsn: 'https://key@errors.example/1' };
  const { href: host } = window.location;
  return startTelemetry({
    analytics: { key: 'phc_key', host },
    errors,
    release: 'r',
    machine: 'f1',
  });
}

/** Waits for so many reports, and returns what they hold. */
async function reports(count: number) {
  await vi.waitFor(() => expect(requests).toHaveLength(count));
  return requests.map(({ body }) => JSON.parse(String(body).trim().split('\n').at(-1) ?? ''));
}

it('logs and reports a failed creation with its reason and request id [R7.8, R18.4, R18.8]', async () => {
  const logged = vi.spyOn(console, 'error').mockReturnValue();
  const { creationFailed } = await start();
  creationFailed({ type: 'creationFailed', reason: 'other', requestId: REQUEST_ID }, 1_000);
  expect(logged.mock.calls).toEqual([['The organization was not created: other.', REQUEST_ID]]);
  const [report] = await reports(1);
  expect(report.exception.values[0].value).toBe('The organization was not created: other.');
  expect(report.tags).toMatchObject({ request_id: REQUEST_ID, machine: 'f1' });
});

it('reports errors also where the analytics are blocked [R18.6]', async () => {
  createPostHog.mockImplementationOnce(() => {
    throw new Error('Blocked.');
  });
  const telemetry = await start();
  telemetry.page('/policies', 1_000);
  telemetry.error(new Error('First.'), 1_000);
  expect(await reports(1)).toHaveLength(1);
});

it('reports an error with the page, the last thirty steps and the mark of an impersonation, without cookies [R12.2, R18.4]', async () => {
  const telemetry = await start();
  const session = { ...SESSION, impersonated: true };
  const actor: ActorRefFrom<typeof stubbedAuthMachine> = createActor(stubbedAuthMachine, {
    input: { ...signedInTab(session), now: () => 0 },
    inspect: inspectSteps(
      () => actor,
      () => 1_000,
      telemetry.step,
    ),
  });
  actor.start();
  telemetry.page('/policies', 1_000);
  telemetry.error(new Error('First.'), 1_000);
  for (let step = 0; step < 40; step += 1) actor.send({ type: 'session.found', session });
  actor.send({ type: 'session.gone', reason: 'expired' });
  telemetry.error(new Error('Second.'), 2_000);
  const [first, second] = await reports(2);
  actor.stop();
  expect(analytics.page).toHaveBeenCalledExactlyOnceWith({ route: '/policies', at: 1_000 });
  expect(analytics.identify).toHaveBeenCalledExactlyOnceWith(session);
  expect(analytics.transition.mock.lastCall).toMatchObject([{ event: 'session.gone' }]);
  expect(analytics.reset).toHaveBeenCalledOnce();
  const tags = { route: '/policies', machine: 'f1' };
  expect(first).toMatchObject({ timestamp: 1, tags: { ...tags, impersonated: true } });
  expect(second).toMatchObject({ timestamp: 2, tags: { ...tags, impersonated: false } });
  expect(second.breadcrumbs).toHaveLength(30);
  expect(second.breadcrumbs.at(-1)).toMatchObject({ data: { event: 'session.gone' } });
  expect(requests[0]).toMatchObject({ credentials: 'omit', referrerPolicy: 'no-referrer' });
});
