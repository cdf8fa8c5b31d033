import { isRecord, isText } from '#machines/rules/checks.ts';
import { normalizePolicy, type PolicyInput, validatePolicy } from '#machines/rules/policy.ts';

const DATABASE = 'charter';
const STORE = 'policies';

/** A policy that an older version of the product has kept in this browser. */
interface OldPolicy extends PolicyInput {
  readonly id: string;
}

/** Resolves to the policies of an organization that this browser has kept; to none when they cannot be read. */
async function list(organizationId: string): Promise<readonly OldPolicy[]> {
  const inOrganization = IDBKeyRange.bound([organizationId], [organizationId, []]);
  const records = await use('readonly', (store) => store.getAll(inOrganization));
  return (Array.isArray(records) ? records : []).flatMap((record) => toOldPolicy(record) ?? []);
}

/** Removes a policy from this browser. */
async function remove(organizationId: string, id: string): Promise<void> {
  await use('readwrite', (store) => store.delete([organizationId, id]));
}

export const oldPolicies = { list, remove };

function toOldPolicy(record: unknown): OldPolicy | null {
  if (!isRecord(record) || !isText(record.id)) return null;
  const { id, name, description, state } = record;
  const input = normalizePolicy({
    name: String(name),
    description: String(description),
    state: state === 'active' ? 'active' : 'draft',
  });
  return validatePolicy(input) === null ? { id, ...input } : null;
}

/** Makes one request to the database, if the browser has it. It is never created. */
async function use(
  mode: IDBTransactionMode,
  request: (store: IDBObjectStore) => IDBRequest,
): Promise<unknown> {
  try {
    const databases = await indexedDB.databases();
    if (!databases.some(({ name }) => name === DATABASE)) return null;
    const database = await settle(indexedDB.open(DATABASE));
    try {
      return await settle(request(database.transaction(STORE, mode).objectStore(STORE)));
    } finally {
      database.close();
    }
  } catch {
    return null;
  }
}

function settle<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
