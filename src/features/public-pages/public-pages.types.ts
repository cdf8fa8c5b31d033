/** Whether the provider answered, and after how many milliseconds. */
type Probe =
  | { readonly answered: true; readonly milliseconds: number }
  | { readonly answered: false };

/** What the health page is given from outside. */
export interface HealthServices {
  readonly build: {
    readonly version: string;
    /** Differs from build to build. */
    readonly id: string;
    /** Whether the provider is the one on this machine. */
    readonly emulated: boolean;
  };
  /** Asks the provider whether it is there; never rejects. */
  readonly probe: () => Promise<Probe>;
}
