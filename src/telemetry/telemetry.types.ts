/** One transition of the auth machine, without the event's payload. */
export interface ObservedTransition {
  readonly from: string;
  readonly event: string;
  readonly to: string;
  /** How long the machine was in `from`, in whole milliseconds. */
  readonly milliseconds: number;
  /** Epoch milliseconds. */
  readonly at: number;
}

/** An error, and where it happened. */
export interface ReportedError {
  readonly error: unknown;
  /** The provider's id of the request that failed, for support. */
  readonly requestId: string | null;
  /** Epoch milliseconds. */
  readonly at: number;
  /** The last transitions before it. */
  readonly transitions: readonly ObservedTransition[];
  readonly route: string;
  readonly impersonated: boolean;
}

/** The services of a build; `null` is off. */
export interface TelemetrySettings {
  readonly analytics: { readonly key: string; readonly host: string } | null;
  readonly errors: { readonly dsn: string } | null;
  /** Identifies the build in error reports. */
  readonly release: string;
  /** The fingerprint of the machine that took the steps of a report. */
  readonly machine: string;
}
