import { createBrowserInspector } from '@statelyai/inspect';
import type { Actor, AnyEventObject, AnyStateMachine } from 'xstate';
import type { FeedConfig } from './publish-feed.ts';
import { eventTypesOf, redactEvent } from './redact-event.ts';

type Redaction = Pick<FeedConfig, 'redaction' | 'describeContext'>;

/** Redacts what Stately's inspector receives, in the same way as the feed. */
export function inspectorOptions(
  { sessionId, logic }: Pick<Actor<AnyStateMachine>, 'sessionId' | 'logic'>,
  { redaction, describeContext = () => null }: Redaction,
) {
  const types = eventTypesOf(logic);
  return {
    // The snapshots of other actors contain inputs and results.
    filter: (event: { readonly sessionId: string }) => event.sessionId === sessionId,
    sanitizeEvent: (event: AnyEventObject): AnyEventObject => {
      const { event: type, payload } = redactEvent(event, redaction, types);
      return { type, ...Object.fromEntries(payload) };
    },
    sanitizeContext: (context: object) =>
      Object.fromEntries(
        Object.entries(context).map(([name, value]) => [name, describeContext(name, value)]),
      ),
    // A snapshot also has those of its children.
    serialize: <Event extends object>(event: Event): Event => {
      if (!('snapshot' in event) || typeof event.snapshot !== 'object') return event;
      const { status, value, context }: Partial<Record<string, unknown>> = { ...event.snapshot };
      return { ...event, snapshot: { status, value, context } };
    },
  };
}

/** Shows an actor in Stately's inspector, which opens in a window of its own. Import it in development only. */
export function openStatelyInspector(actor: Actor<AnyStateMachine>, config: Redaction): void {
  const inspector = createBrowserInspector(inspectorOptions(actor, config));
  inspector.actor(actor, actor.getSnapshot());
  actor.system.inspect(inspector.inspect);
}
