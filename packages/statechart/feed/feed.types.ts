/** The version of the messages: a tab may run another build of the app. */
const VERSION = 5;

/** A running delayed transition. */
export interface FeedTimer {
  /** The delayed transition's event, `xstate.after.EXPIRY_WARNING`. */
  readonly event: string;
  /** The id of the state the transition leaves. */
  readonly source: string;
  /** Epoch milliseconds. */
  readonly startedAt: number;
  /** Milliseconds. */
  readonly delay: number;
}

/** An actor that the machine, or another actor, has started. */
export interface FeedActor {
  readonly id: string;
  /** How many actors are above it, below the machine. */
  readonly depth: number;
  /** The active states of a machine; the status of any other actor. */
  readonly state: string;
}

/** One event that a machine received, with every value reduced to its kind. */
export interface FeedEntry {
  readonly seq: number;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly event: string;
  /** The name of each field of the event and the kind of its value, never the value. */
  readonly payload: readonly (readonly [string, string])[];
  /** The active states before and after the event. */
  readonly before: string;
  readonly after: string;
  /** The ids of the transitions taken; empty when the event was ignored. */
  readonly taken: readonly string[];
}

/** What a tab tells about its machine. */
export interface TabReport {
  readonly kind: 'report';
  /** Identifies a tab through every reload and redirect. */
  readonly tab: string;
  /** Epoch milliseconds: when it last took a step while it had the focus. */
  readonly activeAt: number;
  /** The pattern of the route, which contains nothing personal. */
  readonly route: string;
  readonly fingerprint: string;
  readonly state: string;
  readonly timers: readonly FeedTimer[];
  readonly actors: readonly FeedActor[];
  readonly log: readonly FeedEntry[];
}

/** A message between the tabs and the charts of one browser. */
export type FeedMessage =
  | TabReport
  /** From a chart: every tab reports now and after each further step. */
  | { readonly kind: 'request' };

/** What is posted on the channel. */
export function packMessage(message: FeedMessage): object {
  return { ...message, version: VERSION };
}

/** @returns `null` for anything else than a message of this version */
export function readMessage(data: unknown): FeedMessage | null {
  return isMessage(data) ? data : null;
}

/** Only pages of the same origin post on a channel, and the version says how. */
function isMessage(data: unknown): data is FeedMessage {
  return typeof data === 'object' && data !== null && 'version' in data && data.version === VERSION;
}
