import { pageKind } from '../app/routing/page-kind.ts';
import { hasStoredSignIn } from '../storage/sign-in-keys.ts';
import { safeLocalStorage } from '../storage/web-storage.ts';
import { cookieNames, readCookie } from '../stytch/session/cookies.ts';
import { sdkStorageKey } from '../stytch/session/sdk-storage-key.ts';

/**
 * What the document shows before the product runs: the sign-in card, the frame of the member pages, the overlay,
 * or nothing of these on a public page.
 */
export type FirstPaint = 'login' | 'member' | 'loading' | 'public';

/**
 * Chooses what the document shows (R1.9). It checks only whether anything is stored; the auth machine decides
 * whether that is valid.
 *
 * @param pathname the path of the page
 * @param publicToken the project's public token, which names what the SDK stores
 */
export function chooseFirstPaint(pathname: string, publicToken: string): FirstPaint {
  const kind = pageKind(pathname);
  if (kind === 'public') return 'public';
  if (kind === 'callback') return 'loading';
  const cookies = cookieNames(publicToken);
  if (readCookie(cookies.session)) {
    return safeLocalStorage.read(sdkStorageKey(publicToken)) === null ? 'loading' : 'member';
  }
  return readCookie(cookies.intermediate) || hasStoredSignIn() ? 'loading' : 'login';
}
