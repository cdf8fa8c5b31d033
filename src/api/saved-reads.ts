import { dehydrate, type QueryClient } from '@tanstack/react-query';

/** Saves what the pages of a tab have read over a reload, for one member of one organization. */
export interface SavedReads {
  take(owner: string): object;
  write(owner: string, reads: object): void;
  remove(): void;
}

/**
 * Saves what has been read when the page is left (R17.12).
 *
 * @param owner the member and the organization
 * @returns ends it when the session does, and removes what was saved
 */
export function saveReadsOnLeave(
  queries: QueryClient,
  owner: string,
  saved: SavedReads,
): () => void {
  const save = () => saved.write(owner, dehydrate(queries));
  window.addEventListener('pagehide', save);
  return () => {
    window.removeEventListener('pagehide', save);
    saved.remove();
  };
}
