import { safeLocalStorage } from '../../storage/web-storage.ts';

/** Local storage key of the id of the session that a person of this browser signed in to or confirmed. */
const KEY = 'auth_confirmed_session';

/**
 * The session that a person of this browser signed in to or confirmed by name (R22.4). A session cookie can be
 * planted by another host of the same site; this record, like all of local storage, only by this origin. The id
 * names nobody and is no secret.
 */
export const confirmedSession = {
  read: () => safeLocalStorage.read(KEY),
  write(sessionId: string): void {
    if (safeLocalStorage.read(KEY) !== sessionId) safeLocalStorage.write(KEY, sessionId);
  },
  remove: () => safeLocalStorage.remove(KEY),
  /**
   * Calls back after another tab has confirmed a session.
   *
   * @returns a function that stops listening
   */
  onConfirmedElsewhere(listener: () => void): () => void {
    const receive = ({ key, newValue }: StorageEvent) => {
      if (key === KEY && newValue !== null) listener();
    };
    window.addEventListener('storage', receive);
    return () => window.removeEventListener('storage', receive);
  },
};
