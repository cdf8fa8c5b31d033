import { EventEmitter } from 'node:events';
import * as v from 'valibot';

/** The channel of the trigger `notify_change`. */
export const CHANNEL = 'changes';

/** Receives the name of the table that has changed in the organization; `null` when any of them may have. */
type Listener = (table: string | null) => void;

/** The payload of a notification: `resource` is the name of the table. */
const changeSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ organizationId: v.string(), resource: v.string() }),
);

export type Changes = ReturnType<typeof createChanges>;

/** Notifies of every change in an organization, whichever instance of the service made it. */
export function createChanges() {
  // An event of the name "error" that nobody hears would throw.
  const organizations = new EventEmitter().setMaxListeners(0).on('error', () => undefined);
  return {
    /** @returns a function that ends the subscription */
    subscribe(organizationId: string, listener: Listener) {
      organizations.on(organizationId, listener);
      return () => void organizations.off(organizationId, listener);
    },
    /**
     * Takes a notification of the database; `null` when some may have been missed. Any login of the database can send
     * one: an unreadable one counts as missed.
     */
    receive(payload: string | null) {
      const { success, output } = v.safeParse(changeSchema, payload);
      if (success) organizations.emit(output.organizationId, output.resource);
      else for (const each of organizations.eventNames()) organizations.emit(each, null);
    },
  };
}
