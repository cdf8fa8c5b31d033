import { dehydrate, type QueryClient } from '@tanstack/react-query';

/** Keeps what the pages of a tab have read over a reload, for one member of one organization. */
export interface KeptReads {
  take(owner: string): object;
  write(owner: string, reads: object): void;
  remove(): void;
}

/**
 * Keeps what has been read when the page is left (R17.12).
 *
 * @param owner the member and the organization
 * @returns ends it when the session does, and removes what was kept
 */
export function saveReadsOnLeave(queries: QueryClient, owner: string, kept: KeptReads): () => void {
  const keep = () => kept.write(owner, dehydrate(queries));
  window.addEventListener('pagehide', keep);
  return () => {
    window.removeEventListener('pagehide', keep);
    kept.remove();
  };
}
