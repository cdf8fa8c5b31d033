import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, vi } from 'vitest';
import { createService, type Service } from '#server/app.ts';
import type { Database } from '#server/database/database.ts';
import type { DatabaseSetup } from './database-setups.ts';
import { ADA, createCaller, emulatedProvider } from './members.ts';

export const INPUT = { name: 'Access reviews', description: 'Every quarter.', state: 'active' };

/** The path of a policy that is not there yet. */
export const newPath = () => `/api/policies/${randomUUID()}`;

/** Starts the service for all tests of a file, each of which begins without policies. Call it at the top of a `describe`. */
export function useService({ start }: DatabaseSetup) {
  // Only what hangs takes so long.
  vi.setConfig({ testTimeout: 100_000, hookTimeout: 100_000 });
  let started: Awaited<ReturnType<typeof start>>;
  let service: Service;
  let database: Database;
  const lines: string[] = [];
  const request = (path: string, init?: RequestInit) => service.app.request(path, init);
  const call = createCaller(request);

  beforeAll(async () => {
    started = await start();
    const log = (line: string) => lines.push(line);
    service = createService({
      database: started.database,
      provider: emulatedProvider(),
      log,
    });
    database = await service.ready;
  });
  beforeEach(() => database.run('truncate policies; truncate audit_entries'));
  afterAll(async () => {
    await service.close();
    await started.stop();
  });

  return {
    /** The settings of the database. */
    settings: () => started.database,
    /** The lines of the log. */
    lines,
    call,
    request,
    run: (statements: string) => database.run(statements),
    /** Runs statements as the role of the requests. */
    forOrganization: ((...work) =>
      database.forOrganization(...work)) as Database['forOrganization'],
    async create(input: object = {}, as = ADA) {
      const path = newPath();
      const { status, body } = await call('POST', path, { as, body: { ...INPUT, ...input } });
      expect(status).toBe(200);
      return { path, policy: body };
    },
  };
}

/** A policy as `policies.table.ts` has it. */
export function row(name: string) {
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
