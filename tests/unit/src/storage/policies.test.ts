// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import { IDBFactory, IDBOpenDBRequest } from 'fake-indexeddb';
import { openDB } from 'idb';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createPolicyStore } from '#src/storage/policies.ts';
// Loaded before any test, so that a mutant of its constants runs with all of them.
import '#src/storage/policy-database.ts';
import { buildPolicy } from '../features/policies/support/policies.ts';

const ACME = 'organization-acme';

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory());
});

describe('createPolicyStore', () => {
  it('keeps policies for other tabs and later visits', async () => {
    await createPolicyStore().save(buildPolicy());
    expect(await createPolicyStore().list(ACME)).toEqual([buildPolicy()]);
  });

  it('replaces a policy with the same id', async () => {
    const store = createPolicyStore();
    await store.save(buildPolicy());
    await store.save(buildPolicy({ name: 'Changed', state: 'active' }));
    expect(await store.list(ACME)).toEqual([buildPolicy({ name: 'Changed', state: 'active' })]);
  });

  it('separates organizations, also when one id is a prefix of the other [R17.1]', async () => {
    const store = createPolicyStore();
    const mine = buildPolicy({ organizationId: 'organization-a', name: 'Mine' });
    const theirs = buildPolicy({ organizationId: 'organization-ab', name: 'Theirs' });
    await store.save(mine);
    await store.save(theirs);
    expect(await store.list('organization-a')).toEqual([mine]);
    expect(await store.list('organization-ab')).toEqual([theirs]);
    await store.remove(mine);
    expect(await store.list('organization-a')).toEqual([]);
    expect(await store.list('organization-ab')).toEqual([theirs]);
  });

  it('ignores the removal of a missing policy', async () => {
    const store = createPolicyStore();
    await store.save(buildPolicy());
    await store.remove(buildPolicy());
    await store.remove(buildPolicy());
    expect(await store.list(ACME)).toEqual([]);
  });

  it.each([
    ['a name of another type', { name: 7 }],
    ['a date that no calendar has', { updatedAt: 8.64e15 + 1 }],
    ['a date that is no number', { createdAt: Number.NaN }],
  ])('skips a record with %s, and keeps it stored [R17.8]', async (_, change) => {
    const store = createPolicyStore();
    await store.save(buildPolicy());
    const database = await openDB('charter');
    await database.put('policies', { ...buildPolicy({ id: 'broken' }), ...change });
    expect(await store.list(ACME)).toEqual([buildPolicy()]);
    expect(await database.count('policies')).toBe(2);
    database.close();
  });
});

describe('watch', () => {
  it('reports a change in another tab, for its organization only', async () => {
    const onChange = { acme: vi.fn(), birch: vi.fn() };
    const [here, there] = [createPolicyStore(), createPolicyStore()];
    const stops = [
      there.watch(ACME, onChange.acme),
      there.watch('organization-birch', onChange.birch),
    ];
    await here.save(buildPolicy());
    await vi.waitFor(() => expect(onChange.acme).toHaveBeenCalledTimes(1));
    await here.remove(buildPolicy());
    await vi.waitFor(() => expect(onChange.acme).toHaveBeenCalledTimes(2));
    expect(onChange.birch).not.toHaveBeenCalled();
    for (const stop of stops) stop();
  });

  it('reports a change when a page returns from the back/forward cache', () => {
    const onChange = vi.fn();
    const stop = createPolicyStore().watch(ACME, onChange);
    window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: false }));
    expect(onChange).not.toHaveBeenCalled();
    window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
    expect(onChange).toHaveBeenCalledTimes(1);
    stop();
    window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
    expect(onChange).toHaveBeenCalledTimes(1);
  });
});

describe('a failing database', () => {
  it('rejects when it cannot be opened, and opens it again on the next call', async () => {
    const open = vi.spyOn(indexedDB, 'open').mockImplementation(() => {
      throw new DOMException('The user denied permission.', 'SecurityError');
    });
    const store = createPolicyStore();
    await expect(store.list(ACME)).rejects.toThrow();
    await expect(store.save(buildPolicy())).rejects.toThrow();
    open.mockRestore();
    await store.save(buildPolicy());
    expect(await store.list(ACME)).toEqual([buildPolicy()]);
  });

  it('rejects after a time-out [R17.5]', async () => {
    vi.useFakeTimers();
    vi.spyOn(indexedDB, 'open').mockReturnValue(new IDBOpenDBRequest());
    const store = createPolicyStore();
    const listed = expect(store.list(ACME)).rejects.toThrow('does not answer');
    await vi.advanceTimersByTimeAsync(8_000);
    await listed;
    vi.useRealTimers();
  });

  it('opens a database again that was deleted meanwhile', async () => {
    const store = createPolicyStore();
    await store.save(buildPolicy());
    await new Promise<void>((resolve, reject) => {
      const deletion = indexedDB.deleteDatabase('charter');
      deletion.onsuccess = () => resolve();
      deletion.onerror = () => reject(deletion.error);
    });
    expect(await store.list(ACME)).toEqual([]);
  });
});
