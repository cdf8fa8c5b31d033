import type { LoginEventType } from '#machines/auth/auth.events.ts';

/**
 * The product takes over from the script of the document (`src/document/start.ts`) by this object. It is the only one
 * that the two scripts share.
 */
export interface DocumentStart {
  /** When the last navigation away from this page has started, by `performance.now`; missing before. */
  navigationStartedAt?: number;
  /** Resolves when the page is not being left for Google: at once, unless a button of the card was used. */
  whenNotLeaving(): Promise<void>;
  /** Leaves the clicks to the product. Returns the events that are left for the auth actor. */
  handOver(): readonly LoginEventType[];
}

declare global {
  interface Window {
    /** Missing when the script of the document could not be loaded. */
    documentStart?: DocumentStart;
  }
}
