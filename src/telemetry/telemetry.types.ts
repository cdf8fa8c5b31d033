/** Where a page is, by the pattern of its route: no part of an address that a person or a link chose. */
interface PageView {
  readonly route: string;
  /** Epoch milliseconds. */
  readonly at: number;
}

/** Whoever is signed in, as analytics may know them (R18.2). */
export interface Member {
  readonly memberId: string;
  readonly emailAddress: string;
  readonly name: string;
  readonly organization: { readonly id: string; readonly slug: string; readonly name: string };
  /** Whether a support person acts as this member. */
  readonly impersonated: boolean;
}

/** One step of the auth machine: where from, on which kind of event, where to. Nothing it carried. */
export interface Transition {
  readonly from: string;
  readonly event: string;
  readonly to: string;
  /** How long the machine had been in `from`, in whole milliseconds. */
  readonly milliseconds: number;
  /** Epoch milliseconds. */
  readonly at: number;
}

/** Product analytics: all the product ever says to it. */
export interface Analytics {
  page(page: PageView): void;
  identify(member: Member): void;
  transition(transition: Transition): void;
  /** Nobody is signed in any more: what follows belongs to somebody else. */
  reset(): void;
}

/** An error nobody handled, and where it happened. */
export interface UnhandledError {
  readonly error: unknown;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly trail: readonly Transition[];
  readonly route: string;
  readonly impersonated: boolean;
}

/** Error reporting: all the product ever says to it. */
export interface ErrorReports {
  report(unhandled: UnhandledError): void;
}

/** What a build was configured with; `null` is off. */
export interface TelemetrySettings {
  readonly analytics: { readonly key: string; readonly host: string } | null;
  readonly errors: { readonly dsn: string } | null;
  /** Names the build an error came from. */
  readonly release: string;
}
