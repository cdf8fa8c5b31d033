// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import type { AuthActorContracts } from '#machines/auth/auth.actors.ts';
import { NO_STORED_SIGN_IN } from '#machines/auth/auth.context.ts';
import type { ProviderFailure } from '#machines/auth/auth.types.ts';
import { SESSION } from '#machines/auth-cases/fixtures.ts';
import { NEW_TAB, signedInTab } from '#machines/auth-cases/start-inputs.ts';
import { unprovidedAuthMachine } from '#machines/auth-cases/unprovided-machine.ts';
import { watchSteps } from '#src/app/actor-steps.ts';
import { startTelemetry } from '#src/telemetry/start-telemetry.ts';

const REQUEST_ID = 'request-id-test-7a1f0c42-1111-4d2f-9f3a-000000000001';
const ORGANIZATION = 'Canary Team';

const failure: ProviderFailure = {
  kind: 'failed',
  reason: 'other',
  message: `${ORGANIZATION} is not allowed.`,
  requestId: REQUEST_ID,
};

const sent: string[] = [];
const requests: RequestInit[] = [];
beforeEach(() => {
  sent.length = 0;
  requests.length = 0;
  vi.stubGlobal('requestIdleCallback', (work: () => void) => work());
  vi.stubGlobal('fetch', async (_: unknown, init: RequestInit) => {
    sent.push(String(init.body));
    requests.push(init);
    return new Response();
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** Creates an organization, which fails, while telemetry observes. */
async function failCreation(dsn: string | null) {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const errors = dsn === null ? null : { dsn };
  const telemetry = startTelemetry({ analytics: null, errors, release: 'r', machine: 'f1' });
  const create = fromPromise<
    AuthActorContracts['create']['output'],
    AuthActorContracts['create']['input']
  >(async () => failure);
  const machine = unprovidedAuthMachine.provide({ actors: { create } });
  const storedSignIn = {
    ...NO_STORED_SIGN_IN,
    organizations: [],
    intermediateDigest: 'digest',
  };
  const input = { ...NEW_TAB, storedSignIn, hasIntermediateCookie: true };
  const actor = createActor(machine, { input: { ...input, now: () => 0 } });
  watchSteps(actor, [], () => 1_000, telemetry.step);
  actor.on('creationFailed', (failed) => telemetry.creationFailed(failed, 1_000));
  actor.start();
  actor.send({ type: 'organization.type' });
  actor.send({ type: 'organization.submit', name: ORGANIZATION });
  await vi.waitFor(() => expect(logged).toHaveBeenCalled());
  actor.stop();
  return logged.mock.calls;
}

it('logs a failed creation with its reason and request id, without names [R7.8]', async () => {
  const logged = await failCreation(null);
  expect(logged).toEqual([['The organization was not created: other.', REQUEST_ID]]);
});

it('reports a failed creation with its request id, without names [R7.8, R18.4, R18.8]', async () => {
  await failCreation('https://key@errors.example/1');
  await vi.waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toContain('"value":"The organization was not created: other."');
  expect(sent[0]).toContain(`"request_id":"${REQUEST_ID}"`);
  expect(sent[0]).toContain('"machine":"f1"');
  expect(sent[0]).not.toContain('Canary');
});

it('reports an error with the page, the last thirty steps and the mark of an impersonation, without cookies [R12.2, R18.4]', async () => {
  const errors = { dsn: 'https://key@errors.example/1' };
  const telemetry = startTelemetry({ analytics: null, errors, release: 'r', machine: 'f1' });
  const session = { ...SESSION, impersonated: true };
  const input = { ...signedInTab(session), now: () => 0 };
  const actor = createActor(unprovidedAuthMachine, { input });
  watchSteps(actor, [], () => 1_000, telemetry.step);
  actor.start();
  telemetry.page('/policies', 1_000);
  telemetry.error(new Error('First.'), 1_000);
  for (let step = 0; step < 20; step += 1) {
    actor.send({ type: 'session.found', session });
    actor.send({ type: 'session.found', session });
  }
  actor.send({ type: 'session.gone', reason: 'expired' });
  telemetry.error(new Error('Second.'), 2_000);
  await vi.waitFor(() => expect(sent).toHaveLength(2));
  actor.stop();
  const reports = sent.map((body) => JSON.parse(body.trim().split('\n').at(-1) ?? ''));
  expect(reports.map(({ tags }) => tags)).toEqual([
    { route: '/policies', impersonated: true, machine: 'f1' },
    { route: '/policies', impersonated: false, machine: 'f1' },
  ]);
  expect(reports.map(({ timestamp }) => timestamp)).toEqual([1, 2]);
  expect(reports[1].breadcrumbs).toHaveLength(30);
  expect(reports[1].breadcrumbs.at(-1)).toMatchObject({ data: { event: 'session.gone' } });
  expect(requests[0]).toMatchObject({ credentials: 'omit', referrerPolicy: 'no-referrer' });
});
