import { safeLocalStorage } from '../../storage/web-storage.ts';

/** Local storage keys: the id of a session, and the digest of an intermediate session. */
const SESSION_KEY = 'auth_confirmed_session';
const INTERMEDIATE_KEY = 'auth_confirmed_intermediate';

/**
 * The session, and the intermediate session, that a person of this browser started or confirmed by name (R22.4).
 * Another host of the same site can plant a cookie; this record, like all of local storage, only this origin can
 * write. Its values name nobody and are no secrets.
 */
export const confirmed = {
  readSession: () => safeLocalStorage.read(SESSION_KEY),
  readIntermediate: () => safeLocalStorage.read(INTERMEDIATE_KEY),
  writeSession: (sessionId: string) => write(SESSION_KEY, sessionId),
  writeIntermediate: (digest: string) => write(INTERMEDIATE_KEY, digest),
  remove(): void {
    safeLocalStorage.remove(SESSION_KEY);
    safeLocalStorage.remove(INTERMEDIATE_KEY);
  },
  /**
   * Calls back after another tab has confirmed a session.
   *
   * @returns a function that stops listening
   */
  onSessionElsewhere(listener: () => void): () => void {
    const receive = ({ key, newValue }: StorageEvent) => {
      if (key === SESSION_KEY && newValue !== null) listener();
    };
    window.addEventListener('storage', receive);
    return () => window.removeEventListener('storage', receive);
  },
};

/** Writes only a new value: each write is an event in the other tabs. */
function write(key: string, value: string): void {
  if (safeLocalStorage.read(key) !== value) safeLocalStorage.write(key, value);
}
