import { useSyncExternalStore } from 'react';
import type { LoginView } from '#machines/auth/auth.view.ts';

/**
 * The view that the document shows before the product runs: that of a tab in which nothing has happened (R1.9). The
 * style sheet of the document shows the last organization, when the browser remembers one, and its name.
 */
export const PRERENDERED_VIEW: LoginView = {
  screen: 'login',
  notice: null,
  starting: false,
  continuing: false,
  organization: null,
  lastOrganization: { id: '', slug: '', name: '' },
};

/**
 * Returns `false` while React hydrates what the build rendered, when a component must render the same, and in the
 * build itself; `true` right after that and in every other rendering.
 */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(subscribeToNothing, isHydrated, isNotHydrated);
}

const subscribeToNothing = () => () => undefined;
const isHydrated = () => true;
const isNotHydrated = () => false;
