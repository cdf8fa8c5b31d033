import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createService, type Service } from '#server/app.ts';
import { type Database, openDatabase } from '#server/database/database.ts';
import { policies } from '#server/policies/policies.table.ts';
import {
  ADA,
  BEA,
  claimsOf,
  createCaller,
  DORA,
  emulatedProvider,
  OTTO,
  signSession,
} from './support/members.ts';
import { startPostgres, type TestPostgres } from './support/postgres.ts';

const INPUT = { name: 'Access reviews', description: 'Every quarter.', state: 'active' };

// Only what hangs takes so long.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

let postgres: TestPostgres;
beforeAll(async () => {
  postgres = startPostgres();
});
afterAll(() => postgres.stop());

describe.each([
  ['PGlite', () => 'memory://'],
  ['Postgres', () => postgres.createDatabase()],
])('the service on %s', (_, createDatabase) => {
  let service: Service;
  let database: Database;
  const lines: string[] = [];
  const call = createCaller((path, init) => service.app.request(path, init));

  beforeAll(async () => {
    service = createService({
      databaseUrl: createDatabase(),
      provider: emulatedProvider(),
      log: (line) => lines.push(line),
    });
    database = await service.ready;
  });
  beforeEach(async () => {
    lines.length = 0;
    await database.run('truncate policies');
  });
  afterAll(() => service.close());

  const create = async (input: object = {}, as = ADA) => {
    const answer = await call('POST', `/api/policies/${randomUUID()}`, {
      as,
      body: { ...INPUT, ...input },
    });
    expect(answer.status).toBe(200);
    return answer.body;
  };
  const list = async (query = '', as = ADA) => {
    const { status, body } = await call('GET', `/api/policies${query}`, { as });
    expect(status).toBe(200);
    return body;
  };
  const names = async (query = '', as = ADA) =>
    (await list(query, as)).policies.map(({ name }: { name: string }) => name);

  describe('policies', () => {
    it('are shared by an organization, with who changed them and when [R17.1, R17.8]', async () => {
      const began = Date.now();
      const created = await create();
      expect(created).toMatchObject({ ...INPUT, version: 1, isDeleted: false });
      const [read] = (await list('', DORA)).policies;
      expect(read).toEqual(created);
      expect(read.updatedBy).toEqual({ memberId: 'member-ada', name: 'Name of member-ada' });
      expect(Date.parse(read.updatedAt)).toBeGreaterThan(began - 1_000);
    });

    it('are changed, deleted and restored, each with the version that was seen [R17.3]', async () => {
      const { id } = await create();
      const path = `/api/policies/${id}`;
      const body = { ...INPUT, name: 'Reviews' };
      const updated = await call('PUT', path, { as: BEA, body, seen: 1 });
      expect(updated.body).toMatchObject({ name: 'Reviews', version: 2 });
      expect(updated.body.updatedBy.memberId).toBe('member-bea');
      const deleted = await call('DELETE', path, { seen: 2 });
      expect(deleted.body).toMatchObject({ version: 3, isDeleted: true });
      expect(await names()).toEqual([]);
      const restored = await call('POST', `${path}/restore`, { seen: 3 });
      expect(restored.body).toMatchObject({ version: 4, isDeleted: false, name: 'Reviews' });
      expect(await names()).toEqual(['Reviews']);
    });

    it('are not changed over a newer version, which the answer has [R17.9]', async () => {
      const { id } = await create();
      const path = `/api/policies/${id}`;
      await call('PUT', path, { as: BEA, body: { ...INPUT, name: 'By Bea' }, seen: 1 });
      for (const [method, to, body] of [
        ['PUT', path, INPUT],
        ['DELETE', path, undefined],
        ['POST', `${path}/restore`, undefined],
      ] as const) {
        const answer = await call(method, to, { seen: 1, ...(body && { body }) });
        expect(answer.status, method).toBe(412);
        expect(answer.headers.get('content-type')).toBe('application/problem+json');
        expect(answer.body.current).toMatchObject({ name: 'By Bea', version: 2 });
      }
      expect((await call('PUT', path, { body: INPUT })).status).toBe(422);
    });

    it('let one of two changes at the same time win', async () => {
      const { id } = await create();
      const answers = await Promise.all(
        [ADA, BEA].map((as) =>
          call('PUT', `/api/policies/${id}`, { as, body: { ...INPUT, name: as.member }, seen: 1 }),
        ),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 412]);
    });

    it('are found again by the same call after an answer that was lost [R17.5]', async () => {
      const { id } = await create();
      const path = `/api/policies/${id}`;
      const twice = async (method: string, to: string, options: object) => {
        const [first, second] = [await call(method, to, options), await call(method, to, options)];
        expect([first.status, second.status]).toEqual([200, 200]);
        expect(second.body).toEqual(first.body);
      };
      await twice('POST', path, { body: INPUT });
      await twice('PUT', path, { body: { ...INPUT, name: 'Second' }, seen: 1 });
      expect((await call('POST', path, { body: INPUT })).body.version).toBe(2);
      await twice('DELETE', path, { seen: 2 });
      await twice('POST', `${path}/restore`, { seen: 3 });
      expect(await names()).toEqual(['Second']);
    });

    it('keep their id from another policy', async () => {
      const { id } = await create();
      const path = `/api/policies/${id}`;
      expect((await call('POST', path, { body: { ...INPUT, name: 'Else' } })).status).toBe(409);
      expect((await call('POST', path, { as: BEA, body: INPUT })).status).toBe(409);
      const both = await Promise.all(
        [1, 2].map(() => call('POST', `/api/policies/${randomUUID()}`, { body: INPUT })),
      );
      expect(both.map(({ status }) => status)).toEqual([200, 200]);
    });

    it('are listed in pages of 100, the latest changed first, none twice and none left out', async () => {
      await database.forOrganization(ADA.organization, (transaction) =>
        transaction.insert(policies).values(
          Array.from({ length: 250 }, (_, index) => ({
            ...row(`Policy ${index}`),
            // Many have the same time: the id decides.
            updatedAt: new Date(Date.UTC(2026, 0, 1) + Math.floor(index / 90)),
          })),
        ),
      );
      const seen: string[] = [];
      let cursor: string | null = '';
      const sizes = [];
      while (cursor !== null) {
        const page: { policies: { name: string }[]; next: string | null } = await list(
          cursor && `?cursor=${encodeURIComponent(cursor)}`,
        );
        sizes.push(page.policies.length);
        seen.push(...page.policies.map(({ name }) => name));
        cursor = page.next;
      }
      expect(sizes).toEqual([100, 100, 50]);
      expect(new Set(seen).size).toBe(250);
      expect(seen.slice(0, 70).every((name) => Number(name.slice(7)) >= 180)).toBe(true);
    });

    it.each([
      ['every word, in name or description', 'quarter REVIEWS', ['Access reviews']],
      ['case and accents are ignored', 'RESUME', ['Résumé']],
      ['a wildcard is a character', '100%', ['100% remote']],
      ['so is an underscore', 'a_b', []],
      ['nothing typed', '   ', ['100% remote', 'Résumé', 'Access reviews']],
      ['what cannot be stored', '\u0000100', ['100% remote']],
    ])('are searched: %s [R17.3]', async (_, query, expected) => {
      for (const name of ['Access reviews', 'Résumé', '100% remote']) {
        await create({ name, description: name === 'Access reviews' ? 'Every quarter. axb' : '' });
      }
      expect(await names(`?search=${encodeURIComponent(query)}`)).toEqual(expected);
    });

    it('are gone 30 days after they were deleted', async () => {
      const [old, recent] = [await create(), await create()];
      await call('DELETE', `/api/policies/${old.id}`, { seen: 1 });
      await database.run(
        "update policies set deleted_at = now() - interval '31 days' where deleted_at is not null",
      );
      await call('DELETE', `/api/policies/${recent.id}`, { seen: 1 });
      expect((await call('POST', `/api/policies/${old.id}/restore`, { seen: 2 })).status).toBe(404);
      expect((await call('POST', `/api/policies/${recent.id}/restore`, { seen: 2 })).status).toBe(
        200,
      );
    });
  });

  describe('isolation [R17.1]', () => {
    it('lets no call of another organization see, change or take the place of a policy', async () => {
      const { id } = await create();
      const path = `/api/policies/${id}`;
      const other = { as: OTTO, seen: 1, headers: { 'x-organization-id': ADA.organization } };
      expect(await names(`?organization_id=${ADA.organization}`, OTTO)).toEqual([]);
      expect(await names('?search=reviews', OTTO)).toEqual([]);
      const body = {
        ...INPUT,
        organizationId: ADA.organization,
        organization_id: ADA.organization,
      };
      expect((await call('PUT', path, { ...other, body })).status).toBe(404);
      expect((await call('DELETE', path, other)).status).toBe(404);
      expect((await call('POST', `${path}/restore`, other)).status).toBe(404);
      // The same id is another policy there.
      expect(
        (await call('POST', path, { as: OTTO, body: { ...body, name: 'Of Otto' } })).status,
      ).toBe(200);
      expect(await names('', OTTO)).toEqual(['Of Otto']);
      expect(await names()).toEqual(['Access reviews']);
    });

    it('gives the role of the service no row of another organization, and none without one', async () => {
      const { id } = await create();
      const asOther = <Result>(work: Parameters<typeof database.forOrganization<Result>>[1]) =>
        database.forOrganization(OTTO.organization, work);
      expect(await asOther((rows) => rows.select().from(policies))).toEqual([]);
      expect(await asOther((rows) => rows.update(policies).set({ name: 'x' }).returning())).toEqual(
        [],
      );
      expect(await asOther((rows) => rows.delete(policies).returning())).toEqual([]);
      await expect(
        asOther((rows) =>
          rows.insert(policies).values({ ...row('x'), organizationId: ADA.organization }),
        ),
      ).rejects.toThrow();
      await expect(
        asOther(async (rows) => {
          await rows.insert(policies).values(row('Mine'));
          await rows.update(policies).set({ organizationId: ADA.organization }).returning();
        }),
      ).rejects.toThrow();
      const withoutOne: typeof asOther = (work) => database.forOrganization('', work);
      expect(await withoutOne((rows) => rows.select().from(policies))).toEqual([]);
      await expect(withoutOne((rows) => rows.insert(policies).values(row('x')))).rejects.toThrow();
      expect((await list()).policies.map((policy: { id: string }) => policy.id)).toEqual([id]);
    });

    it('binds every table with an organization, by a role that owns none and bypasses nothing', async () => {
      const tables = await database.run(
        `select relname, relrowsecurity, relforcerowsecurity, pg_get_userbyid(relowner) <> 'charter_service' as foreign_owner
         from pg_class join pg_attribute on attrelid = pg_class.oid
         where attname = 'organization_id' and relkind = 'r'`,
      );
      const isBound = { relrowsecurity: true, relforcerowsecurity: true, foreign_owner: true };
      expect(tables).toEqual(tables.map((table) => ({ ...table, ...isBound })));
      expect(tables).toContainEqual({ relname: 'policies', ...isBound });
      expect(
        await database.run(
          "select rolsuper, rolbypassrls, rolcanlogin from pg_roles where rolname = 'charter_service'",
        ),
      ).toEqual([{ rolsuper: false, rolbypassrls: false, rolcanlogin: false }]);
    });
  });

  describe('bad input', () => {
    it.each([
      ['no name', { name: ' \n ' }, 422],
      ['a name of 121 characters', { name: 'x'.repeat(121) }, 422],
      ['a name of 120 emoji', { name: '😀'.repeat(120) }, 200],
      ['10,000 characters of emoji', { description: '😀'.repeat(10_000) }, 200],
      ['10,001 characters of emoji', { description: '😀'.repeat(10_001) }, 422],
      ['an unknown state', { state: 'deleted' }, 422],
      ['a name that is no text', { name: { toString: 'x' } }, 422],
      ['a missing field', { description: undefined }, 422],
      ['a body of 1 MB', { description: 'x'.repeat(1_000_000) }, 413],
    ])('%s [R17.2]', async (_, input, status) => {
      const answer = await call('POST', `/api/policies/${randomUUID()}`, {
        body: { ...INPUT, ...input },
      });
      expect(answer.status).toBe(status);
      expect(await names()).toHaveLength(status === 200 ? 1 : 0);
    });

    it('NUL and lone surrogates are not stored', async () => {
      const body = JSON.stringify({ ...INPUT, name: 'a\0b\ud800c', description: '\udc00\0' });
      expect((await call('POST', `/api/policies/${randomUUID()}`, { body })).body).toMatchObject({
        name: 'abc',
        description: '',
      });
    });

    it.each([
      ['POST', '/api/policies/not-an-id', INPUT, 422],
      ['POST', `/api/policies/${randomUUID()}`, '{"name":', 400],
      ['POST', `/api/policies/${randomUUID()}`, 'null', 422],
      ['PUT', `/api/policies/${randomUUID()}`, INPUT, 404],
      ['GET', '/api/policies?cursor=x', undefined, 422],
      ['GET', `/api/policies?cursor=99999999999999_${randomUUID()}`, undefined, 422],
      ['GET', `/api/policies?search=${'x'.repeat(201)}`, undefined, 422],
      ['GET', '/api/nothing', undefined, 404],
      ['GET', '/api', undefined, 404],
      ['PATCH', '/api/policies', {}, 404],
      ['GET', '/api/policies/%zz', undefined, 404],
    ])('%s %s is answered with problem details', async (method, path, body, status) => {
      const answer = await call(method, path, { seen: 1, ...(body === undefined ? {} : { body }) });
      expect(answer.status).toBe(status);
      expect(answer.headers.get('content-type')).toBe('application/problem+json');
      expect(answer.headers.get('cache-control')).toBe('no-store');
      expect(answer.body).toMatchObject({
        status,
        title: expect.any(String),
        detail: expect.any(String),
        requestId: answer.headers.get('x-request-id'),
      });
    });
  });

  describe('permissions [R16.4, R16.6]', () => {
    it('let a member who may only read change nothing', async () => {
      const { id } = await create();
      const path = `/api/policies/${id}`;
      expect(await names('', DORA)).toEqual(['Access reviews']);
      for (const [method, to] of [
        ['POST', `/api/policies/${randomUUID()}`],
        ['PUT', path],
        ['DELETE', path],
        ['POST', `${path}/restore`],
      ] as const) {
        const answer = await call(method, to, { as: DORA, seen: 1, body: INPUT });
        expect(answer.status, method).toBe(403);
      }
      expect(await names()).toEqual(['Access reviews']);
    });

    it('let a member without a role read nothing', async () => {
      expect((await call('GET', '/api/policies', { as: { ...ADA, roles: [] } })).status).toBe(403);
      expect(
        (await call('GET', '/api/policies', { as: { ...ADA, roles: ['unknown'] } })).status,
      ).toBe(403);
    });
  });

  it('logs one line for each request, without a token, a name, an id or what was written', async () => {
    const { id } = await create();
    await call('GET', '/api/policies?search=secret');
    await call('GET', '/api/unknown/secret');
    await call('GET', '/api/health');
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { method: 'POST', route: '/api/policies/:id', status: 200, requestId: expect.any(String) },
      { method: 'GET', route: '/api/policies', status: 200, milliseconds: expect.any(Number) },
      { method: 'GET', status: 404 },
      { method: 'GET', route: '/api/health', status: 200 },
    ]);
    const jwt = await signSession(claimsOf(ADA));
    for (const secret of [
      id,
      'secret',
      'Access',
      'member-ada',
      'Name of',
      'acme',
      jwt.slice(0, 20),
    ]) {
      expect(lines.join('\n')).not.toContain(secret);
    }
  });

  it('streams the changes of the own organization, with no timer between, and ends with the JWT [R17.4]', async () => {
    const headers = { authorization: `Bearer ${await signSession(claimsOf(DORA), 3_000)}` };
    // The clock stands still: what waits for a timer never arrives.
    vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval'] });
    const response = await service.app.request('/api/changes', { headers });
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    expect((await reader?.read())?.value).toBe('data: \n\n');
    await create({}, OTTO);
    const { id } = await create();
    expect((await reader?.read())?.value).toBe('data: policies\n\n');
    await call('DELETE', `/api/policies/${id}`, { seen: 1 });
    expect((await reader?.read())?.value).toBe('data: policies\n\n');
    vi.advanceTimersByTime(3_000);
    expect(await reader?.read()).toMatchObject({ done: true });
    vi.useRealTimers();
  });

  it('keeps nothing of a stream that the page has closed', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval'] });
    const { body } = await service.app.request('/api/changes', {
      headers: { authorization: `Bearer ${await signSession(claimsOf(DORA))}` },
    });
    const reader = body?.getReader();
    await reader?.read();
    expect(vi.getTimerCount()).toBe(2);
    await reader?.cancel();
    await vi.waitFor(() => expect(vi.getTimerCount()).toBe(0));
    vi.useRealTimers();
  });

  it('says whether the database answers, to anybody', async () => {
    const { status, body } = await call('GET', '/api/health', { headers: { authorization: '' } });
    expect([status, body]).toEqual([200, { status: 'ok' }]);
  });

  it('rolls back what fails half-way', async () => {
    await expect(
      database.forOrganization(ADA.organization, async (rows) => {
        await rows.insert(policies).values(row('Half'));
        throw new Error('gone');
      }),
    ).rejects.toThrow('gone');
    const rows = await database.forOrganization(ADA.organization, (all) =>
      all.select().from(policies).where(eq(policies.name, 'Half')),
    );
    expect(rows).toEqual([]);
  });
});

it('opens a database again with what it had, and runs no migration twice', async () => {
  const url = postgres.createDatabase();
  // Instances that start together.
  const [first, second] = await Promise.all([openDatabase(url), openDatabase(url)]);
  await first.forOrganization('a', (rows) => rows.insert(policies).values(row('Kept')));
  await Promise.all([first.close(), second.close()]);
  const again = await openDatabase(url);
  expect(await again.run('select name from policies')).toEqual([{ name: 'Kept' }]);
  await again.close();
});

function row(name: string) {
  return {
    id: randomUUID(),
    name,
    description: '',
    state: 'draft' as const,
    searchText: name.toLowerCase(),
    createdBy: 'member-ada',
    updatedBy: 'member-ada',
    updatedByName: 'Ada',
  };
}
