/** Whether the provider responded, and after how many milliseconds. */
type Probe =
  | { readonly answered: true; readonly milliseconds: number }
  | { readonly answered: false };

/** What the app provides to the health page. */
export interface HealthServices {
  readonly build: {
    readonly version: string;
    /** Unique for each build. */
    readonly id: string;
    /** Whether the build uses the emulator. */
    readonly emulated: boolean;
  };
  /** Sends the provider one request; never rejects. */
  readonly probe: () => Promise<Probe>;
}
