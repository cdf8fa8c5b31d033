import type { Actor, AnyStateMachine, AnyTransitionDefinition, InspectionEvent } from 'xstate';
import { isMachine } from '../explore/machine-graph.ts';
import { type FeedConfig, publishFeed } from './publish-feed.ts';

/**
 * What the page is given as `live`, unless the app says more: no field of an event is shown, not even its kind.
 *
 * @public
 */
export const DEFAULT_FEED: FeedConfig = {
  channelName: 'statechart',
  redaction: { fields: [], resultKinds: [] },
};

/** The option `inspect` of an actor, which shows it in Live, redacted as `DEFAULT_FEED` says or by the given options. */
export function chartFeed(options: Partial<FeedConfig> = {}) {
  let taken: AnyTransitionDefinition[] = [];
  let publish: ReturnType<typeof publishFeed> | null = null;
  return (inspected: InspectionEvent): void => {
    const { actorRef } = inspected;
    // Steps of the actors that it starts are not in its log.
    if (actorRef?.sessionId !== inspected.rootId || !isMachineActor(actorRef)) return;
    if (inspected.type === '@xstate.microstep') taken.push(...inspected._transitions);
    if (inspected.type !== '@xstate.snapshot') return;
    publish ??= publishFeed(actorRef, { ...DEFAULT_FEED, ...options });
    publish({ at: Date.now(), event: inspected.event, snapshot: actorRef.getSnapshot(), taken });
    taken = [];
  };
}

function isMachineActor(value: object): value is Actor<AnyStateMachine> {
  return 'logic' in value && isMachine(value.logic);
}
