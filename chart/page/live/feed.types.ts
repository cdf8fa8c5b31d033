import * as v from 'valibot';

/** The channel on which the tabs of a browser show their machines to a chart. */
export const FEED_CHANNEL = 'charter:chart';

const Timer = v.object({
  /** The delayed transition's event, `xstate.after.BUSY_TIMEOUT`, and the state it belongs to. */
  event: v.string(),
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
  /** Each field of the event, and of what kind its value was; never the value. */
  payload: v.array(v.tuple([v.string(), v.string()])),
  before: v.string(),
  after: v.string(),
  /** The ids of the transitions taken; none: the event changed nothing. */
  taken: v.array(v.string()),
});

const Message = v.variant('kind', [
  v.object({ kind: v.literal('ask') }),
  v.object({
    kind: v.literal('here'),
    tab: v.string(),
    machine: v.string(),
    path: v.string(),
    timers: v.array(Timer),
    log: v.array(Entry),
  }),
  v.object({ kind: v.literal('gone'), tab: v.string() }),
]);

/** A running delayed transition. */
export type FeedTimer = v.InferOutput<typeof Timer>;

/** One thing that happened to a machine, with every value reduced to its kind. */
export type FeedEntry = v.InferOutput<typeof Entry>;

/** What tabs and charts say to each other. */
export type FeedMessage = v.InferOutput<typeof Message>;

/** A message as it came, if it is one: a tab of another version may say anything. */
export function readMessage(value: unknown): FeedMessage | null {
  const result = v.safeParse(Message, value);
  return result.success ? result.output : null;
}
