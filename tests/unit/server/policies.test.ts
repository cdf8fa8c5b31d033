import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import { describe, expect, it } from 'vitest';
import type { Work } from '#server/database/connection.ts';
import { policies } from '#server/policies/policies.table.ts';
import { DATABASE_SETUPS } from './support/database-setups.ts';
import { ADA, BEA, DORA, OTTO } from './support/members.ts';
import { INPUT, newPath, row, useService } from './support/service.ts';

describe.each(DATABASE_SETUPS)('policies on $name', (setup) => {
  const { call, create, run, forOrganization } = useService(setup);
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

  it.each(['', 'policy'])(
    'are listed in pages of 100 for the search %j, the latest changed first, none twice and none left out',
    async (search) => {
      const rows = Array.from({ length: 200 }, (_, index) => ({
        ...row(`Policy ${index}`),
        // Many have the same time: the id decides.
        updatedAt: new Date(Date.UTC(2026, 0, 1) + Math.floor(index / 90)),
      }));
      await forOrganization(ADA.organization, (all) => all.insert(policies).values(rows));
      const pages: string[][] = [];
      for (let next = ''; next !== null; ) {
        const page = await list(`?search=${search}&cursor=${next}`);
        pages.push(page.policies.map(({ name }: { name: string }) => name));
        next = page.next;
      }
      expect(pages.map(({ length }) => length)).toEqual([100, 100]);
      const listed = pages.flat();
      expect(new Set(listed).size).toBe(200);
      expect(listed.slice(0, 20).every((name) => Number(name.slice(7)) >= 180)).toBe(true);
    },
  );

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
    await run(
      "update policies set deleted_at = now() - interval '31 days' where deleted_at is not null",
    );
    await call('DELETE', recent.path, { seen: 1 });
    const restore = async (path: string) =>
      (await call('POST', `${path}/restore`, { seen: 2 })).status;
    expect([await restore(old.path), await restore(recent.path)]).toEqual([404, 200]);
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
      const readAll: Work<unknown> = (rows) => rows.select().from(policies);
      const asOther = (work: Work<unknown>) => forOrganization(OTTO.organization, work);
      const withoutOne = (work: Work<unknown>) => forOrganization('', work);
      const ofAda = { organizationId: ADA.organization };
      for (const work of [
        readAll,
        (rows) => rows.update(policies).set({ name: 'x' }).returning(),
        (rows) => rows.delete(policies).returning(),
      ] satisfies Work<unknown>[]) {
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
      const tables = await run(
        `select relname, relrowsecurity, pg_get_userbyid(relowner) <> 'charter_service' as foreign_owner
         from pg_class join pg_attribute on attrelid = pg_class.oid
         where attname = 'organization_id' and relkind = 'r'`,
      );
      const isBound = { relrowsecurity: true, foreign_owner: true };
      expect(tables).toEqual(tables.map((table) => ({ ...table, ...isBound })));
      expect(tables).toContainEqual({ relname: 'policies', ...isBound });
      const roles = await run(
        "select rolsuper, rolbypassrls, rolcanlogin from pg_roles where rolname = 'charter_service'",
      );
      expect(roles).toEqual([{ rolsuper: false, rolbypassrls: false, rolcanlogin: false }]);
    });
  });

  it('lets its role alone run what the service has defined [R17.1]', async () => {
    const functions = await run(
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
    it('let a member do what the roles permit: who may only read changes nothing, and one without a role reads nothing', async () => {
      const { path } = await create();
      expect(await names('', DORA)).toEqual(['Access reviews']);
      const editor = { as: { ...DORA, roles: ['stytch_member', 'policy_editor'] } };
      const edited = await tryChanges(path, editor);
      expect(edited.map(({ status }) => status)).toEqual([200, 403, 403]);
      const changes = await tryChanges(path, { as: DORA });
      for (const { status } of [
        ...changes,
        await call('POST', newPath(), { as: DORA, body: INPUT }),
        await call('POST', newPath(), { ...editor, body: INPUT }),
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
      ['a body of more than 64 kB', { description: 'x'.repeat(65_500) }, 413],
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
      const [title, detail] = [STATUS_CODES[status], expect.any(String)];
      const requestId = answer.headers.get('x-request-id');
      expect(answer.body).toMatchObject({ status, title, detail, requestId });
    });
  });
});
