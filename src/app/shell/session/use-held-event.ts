import { useEffect, useState } from 'react';
import type { AuthEvent } from '#machines/auth/auth.types.ts';

/**
 * Holds an event until the machine takes it: at once as a rule, or as soon as what is under way (a refresh, an
 * outage being waited out) is over. Nothing a person asked for is dropped without a word.
 *
 * @param takes whether the machine would take it now
 * @param send gives the machine one event
 * @returns the event that is held, and the way to hold one, or to let go of it with `null`
 */
export function useHeldEvent<Event extends AuthEvent>(
  takes: boolean,
  send: (event: AuthEvent) => void,
): readonly [held: Event | null, hold: (event: Event | null) => void] {
  const [held, hold] = useState<Event | null>(null);
  useEffect(() => {
    if (held === null || !takes) return;
    hold(null);
    send(held);
  }, [held, takes, send]);
  return [held, hold];
}
