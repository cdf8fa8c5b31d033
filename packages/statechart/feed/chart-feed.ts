import type { Actor, AnyStateMachine, AnyTransitionDefinition, InspectionEvent } from 'xstate';
import { isMachine } from '../explore/is-machine.ts';
import { entryOf, type FeedConfig, publishFeed } from './publish-feed.ts';
import { eventTypesOf } from './redact-event.ts';

/**
 * What the page is given as `live`, unless the app says more: no field of an event is shown, not even its kind.
 *
 * @public
 */
export const DEFAULT_FEED: FeedConfig = {
  channelName: 'statechart',
  redaction: { fields: [], resultKinds: [] },
};

interface ChartFeedOptions extends Partial<FeedConfig> {
  /** Outside of a browser: takes each step as one line of JSON, which the page's **Paste a report** reads. */
  readonly write?: (line: string) => void;
}

/** The option `inspect` of an actor, which shows it in Live, redacted as `DEFAULT_FEED` says or by the given options. */
export function chartFeed({ write, ...options }: ChartFeedOptions = {}) {
  // A server that renders a page has no tab.
  if (!write && typeof document === 'undefined') return () => undefined;
  const config: FeedConfig = { ...DEFAULT_FEED, ...options };
  let taken: AnyTransitionDefinition[] = [];
  let publish: ReturnType<typeof publishFeed> | null = null;
  return (inspected: InspectionEvent): void => {
    const { actorRef } = inspected;
    // Steps of the actors that it starts are not in its log.
    if (actorRef?.sessionId !== inspected.rootId || !isMachineActor(actorRef)) return;
    if (inspected.type === '@xstate.microstep') taken.push(...inspected._transitions);
    if (inspected.type !== '@xstate.snapshot') return;
    publish ??= write ? writeFeed(actorRef, config, write) : publishFeed(actorRef, config, TAB);
    publish({ at: Date.now(), event: inspected.event, snapshot: actorRef.getSnapshot(), taken });
    taken = [];
  };
}

/** Uses session storage. A browser may deny it, and it may be full: then the log ends with its page. */
function ifAllowed<Result>(use: (storage: Storage) => Result): Result | null {
  try {
    return use(sessionStorage);
  } catch {
    return null;
  }
}

/** The tab of a browser. */
const TAB = {
  storage: {
    read: (key: string) => ifAllowed((storage) => storage.getItem(key)),
    write: (key: string, text: string) => ifAllowed((storage) => storage.setItem(key, text)),
    remove: (key: string) => ifAllowed((storage) => storage.removeItem(key)),
  },
  route: () => location.pathname,
};

function writeFeed(
  { logic }: Actor<AnyStateMachine>,
  config: FeedConfig,
  write: (line: string) => void,
): ReturnType<typeof publishFeed> {
  const toEntry = entryOf(config, eventTypesOf(logic));
  let seq = 0;
  return (step) => {
    write(`${JSON.stringify(toEntry(step, seq))}\n`);
    seq += 1;
  };
}

function isMachineActor(value: object): value is Actor<AnyStateMachine> {
  return 'logic' in value && isMachine(value.logic);
}
