import * as v from 'valibot';

const Timer = v.object({
  /** The delayed transition's event, `xstate.after.BUSY_TIMEOUT`. */
  event: v.string(),
  /** The id of the state the transition leaves. */
  source: v.string(),
  /** Epoch milliseconds. */
  startedAt: v.number(),
  /** Milliseconds. */
  delay: v.number(),
});

const Entry = v.object({
  seq: v.number(),
  /** Epoch milliseconds. */
  at: v.number(),
  event: v.string(),
  /** The name of each field of the event and the kind of its value, never the value. */
  payload: v.array(v.tuple([v.string(), v.string()])),
  /** The active states before and after the event. */
  before: v.string(),
  after: v.string(),
  /** The ids of the transitions taken; empty when the event was ignored. */
  taken: v.array(v.string()),
});

const Message = v.variant('kind', [
  /** From a chart: every tab reports now and after each further step. */
  v.object({ kind: v.literal('request') }),
  v.object({
    kind: v.literal('report'),
    /** Identifies a tab through every reload and redirect. */
    tab: v.string(),
    /** Epoch milliseconds: when the tab was opened, and when it last took a step while it had the focus. */
    openedAt: v.number(),
    activeAt: v.number(),
    /** The pattern of the route, which contains nothing personal. */
    route: v.string(),
    fingerprint: v.string(),
    state: v.string(),
    timers: v.array(Timer),
    log: v.array(Entry),
  }),
  /** From a tab whose page is unloaded. It is closed, or comes back from a reload or another site. */
  v.object({ kind: v.literal('left'), tab: v.string() }),
]);

/** A running delayed transition. */
export type FeedTimer = v.InferOutput<typeof Timer>;

/** One event that a machine received, with every value reduced to its kind. */
export type FeedEntry = v.InferOutput<typeof Entry>;

/** A message between the tabs and the charts of one browser. */
export type FeedMessage = v.InferOutput<typeof Message>;

/**
 * Validates a message from the channel: another tab may run another version of the product.
 *
 * @returns `null` for anything else than a message
 */
export function parseFeedMessage(value: unknown): FeedMessage | null {
  const result = v.safeParse(Message, value);
  return result.success ? result.output : null;
}
