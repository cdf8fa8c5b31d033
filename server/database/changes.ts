import { EventEmitter } from 'node:events';

/** The channel of the trigger `notify_change`. */
export const CHANNEL = 'changes';

/** Told which resource of the organization has changed; `null` when any of them may have. */
type Listener = (resource: string | null) => void;

export type Changes = ReturnType<typeof createChanges>;

/** Tells about every change of an organization, by whichever instance of the service. */
export function createChanges() {
  const organizations = new EventEmitter().setMaxListeners(0);
  return {
    /** @returns a function that ends the subscription */
    subscribe(organizationId: string, listener: Listener) {
      organizations.on(organizationId, listener);
      return () => void organizations.off(organizationId, listener);
    },
    /** Takes a notification of the database; `null` when some may have been missed. */
    receive(payload: string | null) {
      if (payload === null) {
        for (const each of organizations.eventNames()) organizations.emit(each, null);
        return;
      }
      const { organizationId, resource } = JSON.parse(payload);
      organizations.emit(organizationId, resource);
    },
  };
}
