import { getEventListeners } from 'node:events';
import { Hono } from 'hono';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createChanges } from '#server/database/changes.ts';
import { changesRoute } from '#server/http/changes-route.ts';
import { Problem, sendProblem } from '#server/http/problem.ts';
import type { RequestContext } from '#server/http/request-context.ts';

const JWT_LIFETIME = 60_000;

/** The stream of changes alone, with everything that its settings name. */
function start() {
  const changes = createChanges();
  const stopping = new AbortController();
  const lines: string[] = [];
  const route = changesRoute({
    database: Promise.resolve({ changes }),
    isPermitted: async (roles, resource, action) => roles.includes(`${resource}:${action}`),
    tables: { policies: 'policy', secrets: 'secret' },
    now: Date.now,
    stopping: stopping.signal,
    log: (line) => lines.push(line),
  });
  const open = (memberId = 'ada', organizationId = 'acme', roles = ['policy:read']) => {
    const app = new Hono<RequestContext>()
      .use(async (context, next) => {
        const jwtExpiresAt = Date.now() + JWT_LIFETIME;
        const session = { memberId, organizationId, roles, jwtExpiresAt, impersonator: null };
        context.set('member', { ...session, name: '' });
        await next();
      })
      .route('/', route);
    app.onError((error, context) =>
      error instanceof Problem ? sendProblem(context, error) : new Response('', { status: 500 }),
    );
    return app.request('/');
  };
  const announce = (resource: string, organizationId = 'acme') =>
    changes.receive(JSON.stringify({ organizationId, resource }));
  /** Opens a stream, and returns what it has said so far. */
  const watch = async (...who: Parameters<typeof open>) => {
    const said: (string | undefined)[] = [];
    const reader = (await open(...who)).body?.pipeThrough(new TextDecoderStream()).getReader();
    const follow = async () => {
      for (;;) {
        const { done = true, value } = (await reader?.read()) ?? {};
        said.push(done ? 'end' : value);
        if (done) return;
      }
    };
    void follow();
    await pass(0);
    return { said, cancel: () => reader?.cancel() };
  };
  return { changes, stopping, lines, open, watch, announce };
}

/** Lets time pass, and run what waits for no timer. */
const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

describe('the stream of changes [R17.4]', () => {
  beforeEach(() => {
    const toFake = ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval', 'Date'] as const;
    vi.useFakeTimers({ toFake: [...toFake] });
  });

  it('tells of the own organization, says something every 20 seconds, and ends with the JWT', async () => {
    const { watch, announce, changes, lines } = start();
    const { said } = await watch();
    announce('policies');
    announce('policies', 'error');
    await pass(500);
    changes.receive(null);
    await pass(500);
    expect(said).toEqual(['data: \n\n', 'data: policies\n\n', 'data: *\n\n']);
    await pass(20_000);
    expect(said.at(-1)).toBe(':\n\n');
    await pass(JWT_LIFETIME);
    expect(said.at(-1)).toBe('end');
    expect(vi.getTimerCount()).toBe(0);
    expect(lines).toEqual([expect.stringContaining('"streamEnded"')]);
  });

  it('leaves nothing behind when the page closes it', async () => {
    const { watch, announce, changes, stopping } = start();
    const { cancel } = await watch();
    announce('policies');
    await cancel();
    await pass(0);
    changes.receive(null);
    expect(vi.getTimerCount()).toBe(0);
    expect(getEventListeners(stopping.signal, 'abort')).toEqual([]);
  });

  it('tells pages one after another, within half a second, and two changes as one', async () => {
    const { watch, announce } = start();
    const pages: Awaited<ReturnType<typeof watch>>[] = [];
    for (let page = 0; page < 40; page += 1) pages.push(await watch(`member ${page}`));
    announce('policies');
    announce('policies');
    const told = () => pages.filter(({ said }) => said.length > 1).length;
    await pass(250);
    expect(told()).toBeGreaterThan(0);
    expect(told()).toBeLessThan(40);
    await pass(250);
    expect(pages.every(({ said }) => said.length === 2)).toBe(true);
  });

  it('tells nothing of what a member may not read [R17.1]', async () => {
    const { watch, announce, changes } = start();
    const reader = await watch();
    const nobody = await watch('bea', 'acme', []);
    announce('secrets');
    announce('unknown');
    await pass(2_000);
    expect(reader.said).toEqual(['data: \n\n']);
    announce('policies');
    changes.receive(null);
    await pass(2_000);
    expect(reader.said).toHaveLength(3);
    expect(nobody.said).toEqual(['data: \n\n']);
  });

  it('gives one member a few, and others theirs', async () => {
    const { open } = start();
    const answers: Response[] = [];
    for (let stream = 0; stream < 20; stream += 1) answers.push(await open());
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(12);
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.map(({ headers }) => headers.get('retry-after'))).toEqual(Array(8).fill('5'));
    const { status, headers } = await open('bea');
    expect([status, headers.get('x-accel-buffering')]).toEqual([200, 'no']);
    await pass(JWT_LIFETIME);
    expect((await open()).status).toBe(200);
  });

  it('ends when the service stops, and is not opened again', async () => {
    const { watch, stopping, open } = start();
    const { said } = await watch();
    stopping.abort();
    await pass(0);
    expect(said).toEqual(['data: \n\n', 'end']);
    expect((await open()).status).toBe(503);
  });
});

it.each(['', 'x', 'null', '{"organizationId":1}', null])(
  'the notification %j tells every organization that anything may have changed [R17.4]',
  (payload) => {
    const changes = createChanges();
    const told: (string | null)[] = [];
    changes.subscribe('acme', (resource) => told.push(resource));
    changes.receive(payload);
    expect(told).toEqual([null]);
  },
);
