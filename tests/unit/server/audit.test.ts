import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { policies } from '#server/policies/policies.table.ts';
import { MAIN_DATABASE_SETUPS } from './support/database-setups.ts';
import { ADA, BEA, claimsOf, DORA, OTTO, signSession } from './support/members.ts';
import { INPUT, newPath, row, useService } from './support/service.ts';

describe.each(MAIN_DATABASE_SETUPS)('the audit trail on $name [R24.1]', (setup) => {
  const { call, create, run, forOrganization } = useService(setup);
  const trail = async (query = '', as = ADA) =>
    (await call('GET', `/api/audit${query}`, { as })).body.entries;
  const actionsOf = async (query = '', as = ADA) =>
    (await trail(query, as)).map(({ action }: { action: string }) => action);

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
    const jwt = await signSession({
      ...claimsOf(ADA),
      'https://stytch.com/session': {
        roles: ADA.roles,
        authentication_factors: [{ type: 'impersonated', impersonated_factor: factor }],
      },
    });
    await call('POST', newPath(), { body: INPUT, headers: { authorization: `Bearer ${jwt}` } });
    expect(await trail('?search=sue@')).toMatchObject([
      { member: { memberId: 'member-ada' }, impersonator: 'sue@support.example' },
    ]);
    const { csv } = (await call('GET', '/api/audit/file')).body;
    expect(csv).toMatch(/"Access reviews","member-ada","Name of member-ada","sue@support.example"/);
  });

  it('is filtered, and is for administrators of the own organization only', async () => {
    const { path, policy } = await create({ name: '100%' });
    await create({ name: 'Other' });
    await call('DELETE', path, { as: BEA, seen: 1 });
    expect(await actionsOf('?action=deleted')).toEqual(['deleted']);
    expect(await actionsOf(`?subject=${policy.id}`)).toEqual(['deleted', 'created']);
    expect(await actionsOf('?search=MEMBER-BEA')).toEqual(['deleted']);
    expect(await actionsOf('?search=0%25')).toEqual(['deleted', 'created']);
    const { csv } = (await call('GET', '/api/audit/file?action=deleted')).body;
    expect(csv.match(/"(created|deleted)"/g)).toEqual(['"deleted"']);
    // What cannot be stored is left out of what is looked for.
    expect(await actionsOf('?search=0%25%00')).toEqual(['deleted', 'created']);
    expect(await actionsOf('', OTTO)).toEqual([]);
    expect((await call('GET', '/api/audit', { as: DORA })).status).toBe(403);
    expect((await call('GET', '/api/audit?action=read')).status).toBe(422);
  });

  it('is read in pages, and as a file in which no cell is a formula', async () => {
    const rows = Array.from({ length: 150 }, (_, index) => row(`${'=+-@\t\r'[index % 6]}1, "2"`));
    await forOrganization(ADA.organization, (all) => all.insert(policies).values(rows));
    const first = (await call('GET', '/api/audit')).body;
    const second = (await call('GET', `/api/audit?cursor=${first.next}`)).body;
    const ids = [...first.entries, ...second.entries].map(({ id }) => id);
    expect([first.entries.length, new Set(ids).size, second.next]).toEqual([100, 150, null]);
    const lines: string[] = (await call('GET', '/api/audit/file')).body.csv.split('\r\n');
    expect(lines).toHaveLength(152);
    expect(lines.slice(1, -1).filter((line) => !/"'[=+@\t\r-]1, ""2"""/.test(line))).toEqual([]);
  });

  it('says that a file with the newest 10,000 entries is not complete', async () => {
    const download = async () => (await call('GET', '/api/audit/file')).body;
    const add = (entries: number, name = 'Reviews') =>
      run(`insert into audit_entries (organization_id, member_id, member_name, action, resource, subject_id, subject_name)
             select '${ADA.organization}', 'member-ada', 'Ada', 'created', 'policies', 'policy-' || n, '${name}'
             from generate_series(1, ${entries}) n`);
    await add(10_000);
    expect(await download()).toMatchObject({ isComplete: true });
    await add(1, 'The newest');
    const { csv, isComplete } = await download();
    const lines = csv.split('\r\n');
    expect([lines.length, isComplete]).toEqual([10_002, false]);
    expect(lines[1]).toContain('The newest');
  });

  it('cannot be changed, removed or forged by the role of the service', async () => {
    await create();
    for (const statement of [
      "update audit_entries set member_id = 'x'",
      'delete from audit_entries',
      'truncate audit_entries',
      `insert into audit_entries (member_id, member_name, action, resource, subject_id, subject_name)
         values ('member-bea', '', 'created', 'policies', '', '')`,
      'alter table policies disable trigger add_audit_entry',
    ]) {
      const attempt = forOrganization(ADA.organization, (rows) => rows.execute(sql.raw(statement)));
      await expect(attempt, statement).rejects.toThrow();
    }
    expect(await actionsOf()).toEqual(['created']);
  });
});
