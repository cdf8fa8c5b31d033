// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import { IDBFactory, IDBOpenDBRequest } from 'fake-indexeddb';
import { openDB } from 'idb';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createPolicyStore } from '#src/storage/policies.ts';
import { policy } from '../features/policies/support/policies.ts';

const ACME = 'organization-acme';

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory());
});

describe('policies in the browser’s database', () => {
  it('are there for every tab, and for a later visit', async () => {
    await createPolicyStore().save(policy());
    expect(await createPolicyStore().list(ACME)).toEqual([policy()]);
  });

  it('are replaced by their id', async () => {
    const store = createPolicyStore();
    await store.save(policy());
    await store.save(policy({ name: 'Changed' }));
    expect(await store.list(ACME)).toEqual([policy({ name: 'Changed' })]);
  });

  it('are apart for each organization, also where one id begins with the other [R17.1]', async () => {
    const store = createPolicyStore();
    const mine = policy({ organizationId: 'organization-a', name: 'Mine' });
    const theirs = policy({ organizationId: 'organization-ab', name: 'Theirs' });
    await store.save(mine);
    await store.save(theirs);
    expect(await store.list('organization-a')).toEqual([mine]);
    await store.remove(mine);
    expect(await store.list('organization-a')).toEqual([]);
    expect(await store.list('organization-ab')).toEqual([theirs]);
  });

  it('can be removed twice', async () => {
    const store = createPolicyStore();
    await store.save(policy());
    await store.remove(policy());
    await store.remove(policy());
    expect(await store.list(ACME)).toEqual([]);
  });

  it('that are broken are passed over', async () => {
    const store = createPolicyStore();
    await store.save(policy());
    const database = await openDB('charter');
    await database.put('policies', { organizationId: ACME, id: 'broken', name: 7 });
    database.close();
    expect(await store.list(ACME)).toEqual([policy()]);
  });
});

describe('a change', () => {
  it('is heard of in other tabs, and only where it belongs', async () => {
    const heard = { acme: vi.fn(), birch: vi.fn() };
    const [here, there] = [createPolicyStore(), createPolicyStore()];
    const ends = [there.watch(ACME, heard.acme), there.watch('organization-birch', heard.birch)];
    await here.save(policy());
    await vi.waitFor(() => expect(heard.acme).toHaveBeenCalledTimes(1));
    await here.remove(policy());
    await vi.waitFor(() => expect(heard.acme).toHaveBeenCalledTimes(2));
    expect(heard.birch).not.toHaveBeenCalled();
    for (const end of ends) end();
  });

  it('that a page missed in the back/forward cache is asked for', () => {
    const heard = vi.fn();
    const end = createPolicyStore().watch(ACME, heard);
    window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: false }));
    expect(heard).not.toHaveBeenCalled();
    window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
    expect(heard).toHaveBeenCalledTimes(1);
    end();
    window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
    expect(heard).toHaveBeenCalledTimes(1);
  });
});

describe('a database that fails', () => {
  it('to open is said to have failed, and is tried again', async () => {
    const store = createPolicyStore();
    const open = vi.spyOn(indexedDB, 'open').mockImplementation(() => {
      throw new DOMException('The user denied permission.', 'SecurityError');
    });
    await expect(store.list(ACME)).rejects.toThrow();
    await expect(store.save(policy())).rejects.toThrow();
    open.mockRestore();
    await store.save(policy());
    expect(await store.list(ACME)).toEqual([policy()]);
  });

  it('to answer is given up [R17.5]', async () => {
    vi.useFakeTimers();
    const store = createPolicyStore();
    vi.spyOn(indexedDB, 'open').mockReturnValue(new IDBOpenDBRequest());
    const listed = expect(store.list(ACME)).rejects.toThrow('does not answer');
    await vi.advanceTimersByTimeAsync(8_000);
    await listed;
    vi.useRealTimers();
  });

  it('for being deleted meanwhile is opened anew', async () => {
    const store = createPolicyStore();
    await store.save(policy());
    await new Promise<void>((resolve, reject) => {
      const deletion = indexedDB.deleteDatabase('charter');
      deletion.onsuccess = () => resolve();
      deletion.onerror = () => reject(deletion.error);
    });
    expect(await store.list(ACME)).toEqual([]);
  });
});
