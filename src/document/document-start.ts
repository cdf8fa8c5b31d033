/**
 * What the document does before the product runs (`start.ts`), for the product to take over. The two are separate
 * scripts, so this is their only shared object.
 */
export interface DocumentStart {
  /** The response with the project's settings; `null` when they were not requested. It may reject. */
  readonly settings: Promise<Response> | null;
  /** Fetches the code of the screens. Call it when what leads to Google has been fetched. */
  preloadScreens(): void;
  /**
   * Calls `start` for an activation of the Google button that was recorded, and for the next one until
   * `handOver`.
   */
  onGoogleStart(start: () => void): void;
  /** Makes the Google button again what the build rendered, for React to hydrate, which takes the clicks from then on. */
  handOver(): void;
}

declare global {
  interface Window {
    /** Missing when the script of the document could not be loaded. */
    documentStart?: DocumentStart;
  }
}
