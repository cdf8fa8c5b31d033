/** The channel of the trigger `notify_change`. */
export const CHANNEL = 'changes';

/** Told which resource of the organization has changed; `null` when any of them may have. */
type Listener = (resource: string | null) => void;

/** Tells about every change of an organization, by whichever instance of the service. */
export interface Changes {
  /** @returns a function that ends the subscription */
  subscribe(organizationId: string, listener: Listener): () => void;
  /** Takes a notification of the database; `null` when some may have been missed. */
  readonly receive: (payload: string | null) => void;
}

export function createChanges(): Changes {
  const listeners = new Map<string, Set<Listener>>();
  return {
    subscribe(organizationId, listener) {
      const own = listeners.get(organizationId) ?? new Set();
      listeners.set(organizationId, own.add(listener));
      return () => {
        own.delete(listener);
        if (own.size === 0 && listeners.get(organizationId) === own)
          listeners.delete(organizationId);
      };
    },
    receive(payload) {
      if (payload === null) {
        for (const own of listeners.values()) for (const listener of own) listener(null);
        return;
      }
      const { organizationId, resource } = JSON.parse(payload);
      for (const listener of listeners.get(organizationId) ?? []) listener(resource);
    },
  };
}
