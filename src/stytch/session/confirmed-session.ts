import { safeLocalStorage } from '../../storage/web-storage.ts';

/**
 * Local storage keys: the id of a session, the digest of its token, that of an intermediate session, and the id of the
 * session that a switch of organization has ended last.
 */
const SESSION_KEY = 'auth_confirmed_session';
const TOKEN_KEY = 'auth_confirmed_token';
const INTERMEDIATE_KEY = 'auth_confirmed_intermediate';
const SWITCHED_KEY = 'auth_switched_session';

/**
 * The session, and the intermediate session, that a person of this browser started or confirmed by name (R22.4).
 * Another host of the same site can plant a cookie; this record, like all of local storage, only this origin can
 * write. Its values name nobody and are no secrets.
 */
export const confirmed = {
  readSession: () => read(SESSION_KEY),
  /** The digest of the token of the confirmed session; `null` when no tab has received it yet. */
  readToken: () => read(TOKEN_KEY),
  readIntermediate: () => read(INTERMEDIATE_KEY),
  writeSession(sessionId: string): void {
    if (sessionId !== read(SESSION_KEY)) remove(TOKEN_KEY);
    write(SESSION_KEY, sessionId);
    writeToken();
  },
  /**
   * Records with which token the provider knows a session: at once if the session is confirmed, else when it is.
   *
   * @param tokenDigest the digest of the token of the newest response about the session
   */
  rememberToken(sessionId: string, tokenDigest: string): void {
    newest = { sessionId, tokenDigest };
    writeToken();
  },
  /** Records that the provider has ended a session by a switch of organization. */
  writeSwitched: (sessionId: string) => write(SWITCHED_KEY, sessionId),
  wasSwitched: (sessionId: string) => read(SWITCHED_KEY) === sessionId,
  writeIntermediate: (digest: string) => write(INTERMEDIATE_KEY, digest),
  removeIntermediate: () => remove(INTERMEDIATE_KEY),
  removeSession(): void {
    remove(SESSION_KEY);
    remove(TOKEN_KEY);
    remove(SWITCHED_KEY);
  },
  remove(): void {
    confirmed.removeSession();
    confirmed.removeIntermediate();
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

/** The session of the last response of this page. */
let newest: { readonly sessionId: string; readonly tokenDigest: string } | null = null;

function writeToken(): void {
  if (newest !== null && newest.sessionId === read(SESSION_KEY)) {
    write(TOKEN_KEY, newest.tokenDigest);
  }
}

/** What local storage did not take because it is full; this page still knows it. */
const unsaved = new Map<string, string>();

function read(key: string): string | null {
  return safeLocalStorage.read(key) ?? unsaved.get(key) ?? null;
}

function write(key: string, value: string): void {
  safeLocalStorage.write(key, value);
  if (safeLocalStorage.read(key) === value) unsaved.delete(key);
  else unsaved.set(key, value);
}

function remove(key: string): void {
  safeLocalStorage.remove(key);
  unsaved.delete(key);
}
