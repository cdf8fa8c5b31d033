import type { LoginEventType } from '#machines/auth/auth.events.ts';
import type { Organization } from '#machines/rules/organization.ts';

/**
 * What the document does before the product runs (`start.ts`), for the product to take over. The two are separate
 * scripts, so this is their only shared object.
 */
export interface DocumentStart {
  /** The response with the project's settings; `null` when they were not requested. It may reject. */
  readonly settings: Promise<Response> | null;
  /** The organization of the last session in this browser, which the card names (R4.7). */
  readonly lastOrganization: Organization | null;
  /** When a navigation away from this page has started, by `performance.now`; missing before. */
  navigationStartedAt?: number;
  /** Fetches the code of the screens. Call it when what leads to Google has been fetched. */
  preloadScreens(): void;
  /** Calls `start` when the Google button is activated before `onLoginEvent`, or was; the event is sent all the same. */
  onGoogleStart(start: () => void): void;
  /** Calls `send` for the activated button of the card that was recorded, and for the next ones until `handOver`. */
  onLoginEvent(send: (type: LoginEventType) => void): void;
  /** Makes the card again what the build rendered, for React to hydrate, which takes the clicks from then on. */
  handOver(): void;
}

declare global {
  interface Window {
    /** Missing when the script of the document could not be loaded. */
    documentStart?: DocumentStart;
  }
}
