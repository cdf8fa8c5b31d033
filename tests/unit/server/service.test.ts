import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createService, type Service } from '#server/app.ts';
import type { Database } from '#server/database/database.ts';
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
import { SURROUNDINGS } from './support/surroundings.ts';

const INPUT = { name: 'Access reviews', description: 'Every quarter.', state: 'active' };
const newPath = () => `/api/policies/${randomUUID()}`;

// Only what hangs takes so long.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

describe.each(SURROUNDINGS)('the service on $name', ({ start }) => {
  let surroundings: Awaited<ReturnType<typeof start>>;
  let service: Service;
  let database: Database;
  const lines: string[] = [];
  const call = createCaller((path, init) => service.app.request(path, init));

  beforeAll(async () => {
    const log = (line: string) => lines.push(line);
    surroundings = await start();
    const { database: settings } = surroundings;
    service = createService({ database: settings, provider: emulatedProvider(), log });
    database = await service.ready;
  });
  beforeEach(() => database.run('truncate policies'));
  afterAll(async () => {
    await service.close();
    await surroundings.stop();
  });

  const create = async (input: object = {}, as = ADA) => {
    const path = newPath();
    const { status, body } = await call('POST', path, { as, body: { ...INPUT, ...input } });
    expect(status).toBe(200);
    return { path, policy: body };
  };
  const list = async (query = '', as = ADA) =>
    (await call('GET', `/api/policies${query}`, { as })).body;
  const names = async (query = '', as = ADA): Promise<string[]> =>
    (await list(query, as)).policies.map(({ name }: { name: string }) => name);
  /** Tries each change of a policy. */
  const tryChanges = async (path: string, options: Parameters<typeof call>[2] = {}) => {
    const answers = [];
    for (const [method, end] of [
      ['PUT', ''],
      ['DELETE', ''],
      ['POST', '/restore'],
    ] as const) {
      answers.push(await call(method, path + end, { seen: 1, body: INPUT, ...options }));
    }
    return answers;
  };

  describe('policies', () => {
    it('are shared by an organization, with who changed them and when [R17.1, R17.8]', async () => {
      const began = Date.now();
      const { policy } = await create();
      expect(policy).toMatchObject({ ...INPUT, version: 1, isDeleted: false });
      expect(policy.updatedBy).toEqual({ memberId: 'member-ada', name: 'Name of member-ada' });
      expect(Date.parse(policy.updatedAt)).toBeGreaterThan(began - 1_000);
      expect((await call('GET', `/api/policies/${policy.id}`, { as: DORA })).body).toEqual(policy);
      const { description: excerpt, isDeleted: _, ...rest } = policy;
      expect((await list('', DORA)).policies).toEqual([{ ...rest, excerpt, isWhole: true }]);
    });

    it('are changed, deleted and restored, once each, also by the same call again [R17.3, R17.5]', async () => {
      const path = newPath();
      const body = { ...INPUT, name: 'Reviews' };
      for (const [version, method, to, options, listed] of [
        [1, 'POST', path, { body: INPUT }, 'Access reviews'],
        [2, 'PUT', path, { body, seen: 1 }, 'Reviews'],
        [2, 'POST', path, { body: INPUT }, 'Reviews'],
        [3, 'DELETE', path, { seen: 2 }],
        [4, 'POST', `${path}/restore`, { seen: 3 }, 'Reviews'],
      ] as const) {
        for (let time = 0; time < 2; time += 1) {
          const answer = await call(method, to, options);
          expect([answer.status, answer.body.version], method).toEqual([200, version]);
        }
        expect(await names()).toEqual(listed ? [listed] : []);
      }
    });

    it('are not changed over a newer version, which the response has [R17.9]', async () => {
      const { path } = await create();
      const body = { ...INPUT, name: 'By Bea' };
      const changed = await call('PUT', path, { as: BEA, body, seen: 1 });
      expect(changed.body.updatedBy.memberId).toBe('member-bea');
      for (const answer of await tryChanges(path)) {
        expect(answer).toMatchObject({ status: 412, body: { current: changed.body } });
      }
      expect((await call('PUT', path, { body: INPUT })).status).toBe(422);
    });

    it('are listed with the beginning of a long description, and read as a whole until deleted', async () => {
      const description = '\u{1f600}'.repeat(10_000);
      const { path, policy } = await create({ description });
      const [listed] = (await list()).policies;
      expect([listed.isWhole, listed.excerpt]).toEqual([false, description.slice(0, 600)]);
      expect((await call('GET', path)).body).toEqual(policy);
      await call('DELETE', path, { seen: 1 });
      expect((await call('GET', path)).status).toBe(404);
    });

    it('let one of two changes at the same time win', async () => {
      const { path } = await create();
      const change = (as: typeof ADA) =>
        call('PUT', path, { as, body: { ...INPUT, name: as.member }, seen: 1 });
      const answers = await Promise.all([ADA, BEA].map(change));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 412]);
    });

    it('keep their id from another policy', async () => {
      const { path } = await create();
      expect((await call('POST', path, { body: { ...INPUT, name: 'Else' } })).status).toBe(409);
      expect((await call('POST', path, { as: BEA, body: INPUT })).status).toBe(409);
    });

    it('are listed in pages of 100, the latest changed first, none twice and none left out', async () => {
      const rows = Array.from({ length: 250 }, (_, index) => ({
        ...row(`Policy ${index}`),
        // Many have the same time: the id decides.
        updatedAt: new Date(Date.UTC(2026, 0, 1) + Math.floor(index / 90)),
      }));
      await database.forOrganization(ADA.organization, (all) => all.insert(policies).values(rows));
      const pages: string[][] = [];
      for (let next = ''; next !== null; ) {
        const page = await list(`?cursor=${next}`);
        pages.push(page.policies.map(({ name }: { name: string }) => name));
        next = page.next;
      }
      expect(pages.map(({ length }) => length)).toEqual([100, 100, 50]);
      const listed = pages.flat();
      expect(new Set(listed).size).toBe(250);
      expect(listed.slice(0, 70).every((name) => Number(name.slice(7)) >= 180)).toBe(true);
    });

    it.each([
      ['every word, in name or description', 'quarter REVIEWS', ['Access reviews']],
      ['case and accents are ignored', 'RESUME', ['Résumé']],
      ['a wildcard is a character', '100%', ['100% remote']],
      ['so is an underscore', 'a_b', []],
      ['nothing typed', '   ', ['100% remote', 'Résumé', 'Access reviews']],
      ['what cannot be stored', '\u0000100', ['100% remote']],
    ])('are searched: %s [R17.3]', async (_, query, expected) => {
      await create({ description: 'Every quarter. axb' });
      for (const name of ['Résumé', '100% remote']) await create({ name, description: '' });
      expect(await names(`?search=${encodeURIComponent(query)}`)).toEqual(expected);
    });

    it('are gone 30 days after they were deleted [R17.3]', async () => {
      const [old, recent] = [await create(), await create()];
      await call('DELETE', old.path, { seen: 1 });
      await database.run(
        "update policies set deleted_at = now() - interval '31 days' where deleted_at is not null",
      );
      await call('DELETE', recent.path, { seen: 1 });
      const restore = async (path: string) =>
        (await call('POST', `${path}/restore`, { seen: 2 })).status;
      expect(await restore(old.path)).toBe(404);
      expect(await database.run('select purge_deleted(10) as removed')).toEqual([{ removed: 1 }]);
      expect(await restore(old.path)).toBe(404);
      expect(await restore(recent.path)).toBe(200);
    });
  });

  describe('isolation [R17.1]', () => {
    it('lets no call of another organization see, change or take the place of a policy', async () => {
      const { path } = await create();
      const { organization } = ADA;
      const body = { ...INPUT, organizationId: organization, organization_id: organization };
      const other = { as: OTTO, headers: { 'x-organization-id': organization }, body };
      expect(await names(`?search=reviews&organization_id=${organization}`, OTTO)).toEqual([]);
      const answers = await tryChanges(path, other);
      answers.push(await call('GET', path, { as: OTTO }));
      expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
      // The same id is another policy there.
      const own = await call('POST', path, { ...other, body: { ...body, name: 'Of Otto' } });
      expect(own.status).toBe(200);
      expect(await names('', OTTO)).toEqual(['Of Otto']);
      expect(await names()).toEqual(['Access reviews']);
    });

    it('gives the role of the service no row of another organization, and none without one', async () => {
      await create();
      type Work = Parameters<typeof database.forOrganization<unknown>>[1];
      const readAll: Work = (rows) => rows.select().from(policies);
      const asOther = (work: Work) => database.forOrganization(OTTO.organization, work);
      const withoutOne = (work: Work) => database.forOrganization('', work);
      const ofAda = { organizationId: ADA.organization };
      for (const work of [
        readAll,
        (rows) => rows.update(policies).set({ name: 'x' }).returning(),
        (rows) => rows.delete(policies).returning(),
      ] satisfies Work[]) {
        expect(await asOther(work)).toEqual([]);
        expect(await withoutOne(work)).toEqual([]);
      }
      const insertion = asOther((rows) => rows.insert(policies).values({ ...row('x'), ...ofAda }));
      await expect(insertion).rejects.toThrow();
      const move = asOther(async (rows) => {
        await rows.insert(policies).values(row('Mine'));
        await rows.update(policies).set(ofAda);
      });
      await expect(move).rejects.toThrow();
      await expect(withoutOne((rows) => rows.insert(policies).values(row('x')))).rejects.toThrow();
      // What failed half-way is rolled back.
      expect(await asOther(readAll)).toEqual([]);
      expect(await names()).toEqual(['Access reviews']);
    });

    it('binds every table with an organization, by a role that owns none and bypasses nothing', async () => {
      const tables = await database.run(
        `select relname, relrowsecurity, pg_get_userbyid(relowner) <> 'charter_service' as foreign_owner
         from pg_class join pg_attribute on attrelid = pg_class.oid
         where attname = 'organization_id' and relkind = 'r'`,
      );
      const isBound = { relrowsecurity: true, foreign_owner: true };
      expect(tables).toEqual(tables.map((table) => ({ ...table, ...isBound })));
      expect(tables).toContainEqual({ relname: 'policies', ...isBound });
      const roles = await database.run(
        "select rolsuper, rolbypassrls, rolcanlogin from pg_roles where rolname = 'charter_service'",
      );
      expect(roles).toEqual([{ rolsuper: false, rolbypassrls: false, rolcanlogin: false }]);
    });
  });

  it('lets its role alone run what the service has defined [R17.1]', async () => {
    const functions = await database.run(
      `select proname, has_function_privilege('public', oid, 'execute') as by_all,
         has_function_privilege('charter_service', oid, 'execute') as by_role
       from pg_proc where pronamespace = 'public'::regnamespace
         and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')`,
    );
    const of = (...names: string[]) =>
      functions.filter((each) => names.includes(Reflect.get(each, 'proname')));
    expect(functions.filter((each) => Reflect.get(each, 'by_all'))).toEqual([]);
    expect(of('find_policies')).toMatchObject([{ by_role: true }]);
    // On a table of its own, the role could let it add an entry about anything.
    expect(of('add_audit_entry')).toMatchObject([{ by_role: false }]);
  });

  describe('permissions [R16.4, R16.6]', () => {
    it('let a member who may only read change nothing, and one without a role read nothing', async () => {
      const { path } = await create();
      expect(await names('', DORA)).toEqual(['Access reviews']);
      const changes = await tryChanges(path, { as: DORA });
      for (const { status } of [
        ...changes,
        await call('POST', newPath(), { as: DORA, body: INPUT }),
        await call('GET', '/api/policies', { as: { ...ADA, roles: [] } }),
        await call('GET', '/api/policies', { as: { ...ADA, roles: ['unknown'] } }),
        await call('GET', path, { as: { ...ADA, roles: [] } }),
      ]) {
        expect(status).toBe(403);
      }
      expect(await names()).toEqual(['Access reviews']);
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
      const answer = await call('POST', newPath(), { body: { ...INPUT, ...input } });
      expect(answer.status).toBe(status);
      expect(await names()).toHaveLength(status === 200 ? 1 : 0);
    });

    it('NUL and lone surrogates are not stored', async () => {
      const { policy } = await create({ name: 'a\0b\ud800c', description: '\udc00\0' });
      expect(policy).toMatchObject({ name: 'abc', description: '' });
    });

    it.each([
      ['POST', '/api/policies/not-an-id', INPUT, 422],
      ['POST', newPath(), '{"name":', 400],
      ['POST', newPath(), 'null', 422],
      ['PUT', newPath(), INPUT, 404],
      ['GET', '/api/policies?cursor=x', undefined, 422],
      ['GET', `/api/policies?cursor=99999999999999_${randomUUID()}`, undefined, 422],
      ['GET', `/api/policies?search=${'x'.repeat(201)}`, undefined, 422],
      ['GET', '/api/nothing', undefined, 404],
      ['GET', '/api', undefined, 404],
      ['PATCH', '/api/policies', {}, 404],
      ['GET', '/api/policies/%zz', undefined, 422],
    ])('%s %s is answered with problem details', async (method, path, body, status) => {
      const answer = await call(method, path, { seen: 1, body });
      expect(answer.status).toBe(status);
      expect(answer.headers.get('content-type')).toBe('application/problem+json');
      expect(answer.headers.get('cache-control')).toBe('no-store');
      const [title, detail] = [expect.any(String), expect.any(String)];
      const requestId = answer.headers.get('x-request-id');
      expect(answer.body).toMatchObject({ status, title, detail, requestId });
    });
  });

  describe('the audit trail [R24.1]', () => {
    const trail = async (query = '', as = ADA) =>
      (await call('GET', `/api/audit${query}`, { as })).body.entries;
    const actionsOf = async (query = '', as = ADA) =>
      (await trail(query, as)).map(({ action }: { action: string }) => action);
    beforeEach(() => database.run('truncate audit_entries'));

    it('has one entry for each change, with who made it, and none for a call that changes nothing', async () => {
      const { path, policy } = await create();
      for (let time = 0; time < 2; time += 1) await call('POST', path, { body: INPUT });
      const body = { ...INPUT, name: 'Reviews' };
      for (let time = 0; time < 2; time += 1) await call('PUT', path, { as: BEA, body, seen: 1 });
      await call('PUT', path, { body: INPUT, seen: 1 });
      await call('DELETE', path, { seen: 2 });
      await call('POST', `${path}/restore`, { seen: 3 });
      expect(await actionsOf()).toEqual(['restored', 'deleted', 'changed', 'created']);
      const [restored, , changed] = await trail();
      expect(restored).toMatchObject({ impersonator: null, resource: 'policies' });
      expect(changed).toMatchObject({
        subject: { id: policy.id, name: 'Reviews' },
        member: { memberId: 'member-bea', name: 'Name of member-bea' },
      });
      expect(Date.parse(changed.at)).toBeGreaterThan(Date.now() - 60_000);
    });

    it('names both people when a support person acts as a member [R24.2]', async () => {
      const factor = { impersonator_email_address: 'sue@support.example' };
      const claims = claimsOf(ADA);
      const jwt = await signSession({
        ...claims,
        'https://stytch.com/session': {
          roles: ADA.roles,
          authentication_factors: [{ type: 'impersonated', impersonated_factor: factor }],
        },
      });
      const headers = { authorization: `Bearer ${jwt}` };
      await call('POST', newPath(), { body: INPUT, headers });
      expect(await trail()).toMatchObject([
        { member: { memberId: 'member-ada' }, impersonator: 'sue@support.example' },
      ]);
    });

    it('is filtered, and is for administrators of the own organization only', async () => {
      const { path, policy } = await create({ name: '100%' });
      await create({ name: 'Other' });
      await call('DELETE', path, { as: BEA, seen: 1 });
      expect(await actionsOf('?action=deleted')).toEqual(['deleted']);
      expect(await actionsOf(`?subject=${policy.id}`)).toEqual(['deleted', 'created']);
      expect(await actionsOf('?search=MEMBER-BEA')).toEqual(['deleted']);
      expect(await actionsOf('?search=0%25')).toEqual(['deleted', 'created']);
      expect(await actionsOf('', OTTO)).toEqual([]);
      expect((await call('GET', '/api/audit', { as: DORA })).status).toBe(403);
      expect((await call('GET', '/api/audit?action=read')).status).toBe(422);
    });

    it('is read in pages, and as a file in which no cell is a formula', async () => {
      await database.forOrganization(ADA.organization, (rows) =>
        rows.insert(policies).values(Array.from({ length: 150 }, () => row('=1+1, "2"'))),
      );
      const first = (await call('GET', '/api/audit')).body;
      const second = (await call('GET', `/api/audit?cursor=${first.next}`)).body;
      const ids = [...first.entries, ...second.entries].map(({ id }) => id);
      expect([first.entries.length, new Set(ids).size, second.next]).toEqual([100, 150, null]);
      const lines = (await call('GET', '/api/audit/file')).body.csv.split('\r\n');
      expect(lines).toHaveLength(152);
      expect(lines[1]).toContain(`"'=1+1, ""2"""`);
    });

    it('cannot be changed, removed or forged for others by the role of the service', async () => {
      await create();
      const asAda = (...statements: string[]) =>
        database.forOrganization(ADA.organization, async (rows) => {
          for (const statement of statements) await rows.execute(sql.raw(statement));
        });
      for (const statement of [
        "update audit_entries set member_id = 'x'",
        'delete from audit_entries',
        'truncate audit_entries',
        `insert into audit_entries (member_id, member_name, action, resource, subject_id, subject_name)
         values ('member-bea', '', 'created', 'policies', '', '')`,
        'alter table policies disable trigger add_audit_entry',
      ]) {
        await expect(asAda(statement), statement).rejects.toThrow();
      }
      const forgery = asAda(
        'create temp table policies (id text) on commit drop',
        'create trigger forge after insert on pg_temp.policies for each row execute function add_audit_entry()',
        "insert into pg_temp.policies values ('x')",
      );
      await expect(forgery).rejects.toThrow();
      expect(await actionsOf()).toEqual(['created']);
      // A table that comes first by its name hides nothing.
      await asAda(
        'create temp table audit_entries (like public.audit_entries) on commit drop',
        'delete from policies',
      );
      expect(await actionsOf()).toEqual(['deleted', 'created']);
    });

    it('is kept of every table of an organization', async () => {
      const tables = await database.run(
        `select polrelid::regclass::text as name, count(tgname) as triggers from pg_policy
         left join pg_trigger on tgrelid = polrelid and tgname = 'add_audit_entry'
         where polname = 'organization' group by polrelid`,
      );
      expect(tables.map((table) => Number(Reflect.get(table, 'triggers')))).toEqual(
        tables.map(() => 1),
      );
      expect(tables.length).toBeGreaterThan(0);
    });
  });

  it('logs one line for each request, without a token, a name, an id or what was written', async () => {
    lines.length = 0;
    const { policy } = await create();
    await call('GET', '/api/policies?search=secret');
    await call('GET', '/api/unknown/secret');
    await service.app.request('/api/live');
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

  it('is ready when the database answers, and alive without anything [R19.5]', async () => {
    for (const path of ['/api/ready', '/api/live']) {
      expect((await service.app.request(path)).status).toBe(200);
    }
    const provider = emulatedProvider({ fetch: () => Promise.reject(new TypeError('away')) });
    const memory = { url: 'memory://', directUrl: 'memory://', poolSize: 1 };
    const alone = createService({ database: memory, provider, log: () => undefined });
    const answers = ['/api/live', '/api/ready'].map((path) => alone.app.request(path));
    const [live, ready] = await Promise.all(answers);
    expect([live?.status, ready?.status, ready?.headers.get('retry-after')]).toEqual([
      200,
      503,
      '5',
    ]);
    await alone.close();
  });

  it('takes over the id of a request, but nothing that is none', async () => {
    const idOf = async (id: string) =>
      (await call('GET', '/api/policies', { headers: { 'x-request-id': id } })).headers.get(
        'x-request-id',
      );
    expect(await idOf('trace-1')).toBe('trace-1');
    expect(await idOf('"}{')).toMatch(/^[\da-f-]{36}$/);
  });

  it.each([
    ["raise sqlstate '23505'", 409],
    ["raise sqlstate '23503'", 422],
    ["raise sqlstate '23514'", 422],
    ["raise sqlstate '57014'", 503],
    ["raise sqlstate '42703'", 500],
  ])('answers a statement that ends with %s with %i', async (statement, status) => {
    lines.length = 0;
    await database.run(`create function fail() returns trigger language plpgsql as
      $$ begin ${statement} using message = 'with a secret'; end $$;
      create trigger fail before insert on policies for each row execute function fail()`);
    const answer = await call('POST', newPath(), { body: INPUT });
    await database.run('drop trigger fail on policies; drop function fail');
    expect(answer.status).toBe(status);
    expect(lines.filter((line) => line.includes('"error"'))).toHaveLength(status < 500 ? 0 : 1);
    if (status < 500) expect(lines.join()).not.toContain('secret');
  });

  it('refuses a stranger before it reads the body', async () => {
    let isRead = false;
    const body = new ReadableStream(
      {
        pull() {
          isRead = true;
          return new Promise(() => undefined);
        },
      },
      { highWaterMark: 0 },
    );
    const init = { method: 'POST', body, duplex: 'half' as const };
    expect((await service.app.request(newPath(), init)).status).toBe(401);
    expect(isRead).toBe(false);
  });

  it('streams the changes of the own organization until the JWT ends [R17.4]', async () => {
    const headers = { authorization: `Bearer ${await signSession(claimsOf(DORA), 3_000)}` };
    const { body } = await service.app.request('/api/changes', { headers });
    const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
    expect((await reader?.read())?.value).toBe('data: \n\n');
    await create({}, OTTO);
    const { path } = await create();
    expect((await reader?.read())?.value).toBe('data: policies\n\n');
    await call('DELETE', path, { seen: 1 });
    expect((await reader?.read())?.value).toBe('data: policies\n\n');
    expect(await reader?.read()).toMatchObject({ done: true });
  });
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
