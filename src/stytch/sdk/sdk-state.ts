import * as v from 'valibot';
import { safeLocalStorage } from '../../storage/web-storage.ts';
import { parseJson } from './json.ts';
import { storedSessionSchema } from './response-schemas.ts';

/** What the SDK writes in the place of a session when there is none. */
const NO_SESSION = 'null';
const EMPTY_STATE = '{}';

const cachedSettingsSchema = v.looseObject({
  rbacPolicy: v.nullable(
    v.looseObject({ roles: v.array(v.unknown()), resources: v.array(v.unknown()) }),
  ),
});

/** Where the SDK keeps a project's state in local storage; with `key`, one of its further values. */
export function sdkStorageKey(publicToken: string, key = ''): string {
  return `stytch_sdk_state_${publicToken}${key === '' ? '' : `::${key}`}`;
}

/** What the SDK has stored of a session; `null` for none, and for anything that is not one. */
export function readStoredSession(
  publicToken: string,
): v.InferOutput<typeof storedSessionSchema> | null {
  const stored = parseJson(safeLocalStorage.read(sdkStorageKey(publicToken)));
  const parsed = v.safeParse(storedSessionSchema, stored);
  return parsed.success ? parsed.output : null;
}

/** Whether a text is something the SDK may find under its state key. */
function isSdkState(text: string | null): boolean {
  if (text === null || text === NO_SESSION || text === EMPTY_STATE) return true;
  return v.is(storedSessionSchema, parseJson(text));
}

/**
 * Drops what the SDK would stumble over while it is imported and created: rubbish in its key is an
 * uncaught error there.
 */
export function removeInvalidSdkState(publicToken: string): void {
  if (!isSdkState(safeLocalStorage.read(sdkStorageKey(publicToken))))
    safeLocalStorage.remove(sdkStorageKey(publicToken));
  const cached = sdkStorageKey(publicToken, 'bootstrap');
  if (!v.is(cachedSettingsSchema, parseJson(safeLocalStorage.read(cached))))
    safeLocalStorage.remove(cached);
}

/** Forgets everything the SDK keeps of this project in local storage. */
export function removeSdkState(publicToken: string): void {
  for (const key of safeLocalStorage.keys(sdkStorageKey(publicToken))) safeLocalStorage.remove(key);
}

/**
 * Lets the SDK read local storage again. It does so only when another tab writes there, and it hears
 * nothing while a page is in the back/forward cache, or of a hand that cleared the storage of this tab.
 */
export function resyncSdk(publicToken: string): void {
  const key = sdkStorageKey(publicToken);
  const text = safeLocalStorage.read(key);
  const newValue = isSdkState(text) ? text : null;
  const event = new StorageEvent('storage', { key, newValue, storageArea: localStorage });
  resyncs.add(event);
  window.dispatchEvent(event);
}

const resyncs = new WeakSet<Event>();

/** Whether an event is this tab's own way to let the SDK read again, and no other tab's doing. */
export function isResyncEvent(event: Event): boolean {
  return resyncs.has(event);
}

/**
 * Keeps rubbish that another tab or a hand writes under the SDK's key away from the SDK, which would throw.
 * To be called before the SDK is created: listeners are asked in the order they came.
 *
 * @returns what ends it
 */
export function guardSdkState(publicToken: string): () => void {
  const key = sdkStorageKey(publicToken);
  const listener = (event: StorageEvent) => {
    if (event.key !== key || isSdkState(event.newValue)) return;
    event.stopImmediatePropagation();
    safeLocalStorage.write(key, NO_SESSION);
    resyncSdk(publicToken);
  };
  window.addEventListener('storage', listener, { capture: true });
  return () => window.removeEventListener('storage', listener, { capture: true });
}
