import { describe, expect, it } from 'vitest';
import { createService } from '#server/app.ts';
import { MAIN_DATABASE_SETUPS } from './support/database-setups.ts';
import { ADA, claimsOf, emulatedProvider, signSession } from './support/members.ts';
import { INPUT, newPath, useService } from './support/service.ts';

describe.each(MAIN_DATABASE_SETUPS)('the service on $name', (setup) => {
  const { call, create, lines, request, run, settings } = useService(setup);

  it('logs one line for each request, without a token, a name, an id or what was written', async () => {
    lines.length = 0;
    const { policy } = await create();
    await call('GET', '/api/policies?search=secret');
    await call('GET', '/api/unknown/secret');
    await request('/api/live');
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { method: 'POST', route: '/api/policies/:id', status: 200, requestId: expect.any(String) },
      { method: 'GET', route: '/api/policies', status: 200, milliseconds: expect.any(Number) },
      { method: 'GET', status: 404 },
      { method: 'GET', route: '/api/live', status: 200 },
    ]);
    const [tokenStart] = (await signSession(claimsOf(ADA))).split('.');
    const written = [policy.id, tokenStart, 'secret', 'Access', 'member-ada', 'Name of', 'acme'];
    for (const secret of written) expect(lines.join('\n')).not.toContain(secret);
  });

  it('refuses a stranger before it reads what they send [R16.6]', async () => {
    const headers = { authorization: 'Bearer none' };
    const answer = await call('POST', newPath(), { headers, body: 'x'.repeat(100_000) });
    expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
  });

  it('adopts the id of a request, unless it is malformed', async () => {
    const idOf = async (id: string) =>
      (await call('GET', '/api/policies', { headers: { 'x-request-id': id } })).headers.get(
        'x-request-id',
      );
    expect(await idOf('trace-1')).toBe('trace-1');
    expect(await idOf('"}{')).toMatch(/^[\da-f-]{36}$/);
  });

  it.each([
    ["raise sqlstate '22021'", 422],
    ["raise sqlstate '23505'", 409],
    ["raise sqlstate '23503'", 422],
    ["raise sqlstate '23514'", 422],
    ["raise sqlstate '57014'", 503],
    ["raise sqlstate '42703'", 500],
  ])('answers a statement that ends with %s with %i', async (statement, status) => {
    lines.length = 0;
    await run(`create function fail() returns trigger language plpgsql as
      $$ begin ${statement} using message = 'with a secret'; end $$;
      create trigger fail before insert on policies for each row execute function fail()`);
    const answer = await call('POST', newPath(), { body: INPUT });
    await run('drop trigger fail on policies; drop function fail');
    expect(answer.status).toBe(status);
    const said = lines.filter((line) => line.includes('"error"'));
    expect(said).toHaveLength(status < 500 ? 0 : 1);
    for (const line of said) expect(line).toContain(answer.body.requestId);
    if (status < 500) expect(lines.join()).not.toContain('secret');
  });

  it.each([
    ['Ada%20%C3%89', 'Ada É'],
    ['%0AAda%00%20B', 'Ada B'],
    ['%E0%A4', ''],
    ['x'.repeat(201), 'x'.repeat(200)],
  ])('reads the name %s of a member as "%s"', async (header, name) => {
    const headers = { 'x-member-name': header };
    const { body } = await call('POST', newPath(), { body: INPUT, headers });
    expect(body.updatedBy.name).toBe(name);
  });

  it('is live without its dependencies, and not ready without the provider [R19.5]', async () => {
    const provider = emulatedProvider({ fetch: () => Promise.reject(new TypeError('away')) });
    const alone = createService({ database: settings(), provider, log: () => undefined });
    const answers = ['/api/live', '/api/ready'].map((path) => alone.app.request(path));
    const [live, ready] = await Promise.all(answers);
    expect(live?.status).toBe(200);
    expect([ready?.status, ready?.headers.get('retry-after')]).toEqual([503, '5']);
    await alone.close();
  });
});
