import { useState } from 'react';
import type { SelectionView } from '#machines/auth/auth.view.types.ts';

/**
 * The row that an error belongs to: the listed organization that was busy when it came.
 *
 * @returns the organization's id; `null` when nothing is wrong, or not with a row of the list
 */
export function useTroubledRow(view: SelectionView): string | null {
  const { busy, notice, mode, organizations } = view;
  const [tried, setTried] = useState<string | null>(null);
  // What is said while a name is typed is about the name.
  const isWrong = busy === null && notice?.tone === 'error' && mode === 'browsing';
  const latest = busy?.organization.id ?? (isWrong ? tried : null);
  if (latest !== tried) setTried(latest);
  return isWrong && organizations.some(({ id }) => id === tried) ? tried : null;
}
