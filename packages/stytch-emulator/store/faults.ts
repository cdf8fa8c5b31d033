import { matchesGlob } from './glob.ts';
import type { Fault, FaultRequest } from './state.ts';
import type { Store } from './store.ts';

/** Thrown when a fault cuts the connection; the Node adapter then destroys the socket. */
export class ConnectionDropped extends Error {
  constructor() {
    super('A fault dropped this connection.');
    this.name = 'ConnectionDropped';
  }
}

/** Returns whether a fault's glob matches a request path. The prefix /sdk/v1 is optional. */
export function matchesPath(glob: string, path: string): boolean {
  return (
    glob === '*' || matchesGlob(glob, path) || matchesGlob(glob, path.replace(/^\/sdk\/v1/, ''))
  );
}

/** Adds a fault, which applies from the next matching request on. */
export function addFault(store: Store, request: FaultRequest): Fault {
  const fault: Fault = { ...request, remaining: request.times ?? null };
  store.state.faults.push(fault);
  return fault;
}

/** Returns the first fault that matches this request, and removes it after its last use. */
export function takeFault(store: Store, path: string): Fault | undefined {
  const fault = store.state.faults.find(({ match }) => matchesPath(match.path, path));
  if (fault === undefined) return undefined;
  if (fault.remaining !== null) fault.remaining -= 1;
  store.state.faults = store.state.faults.filter(({ remaining }) => remaining !== 0);
  return fault;
}
