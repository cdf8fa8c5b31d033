import type { Fault, FaultRequest } from './state.ts';
import type { Store } from './store.ts';

/** Thrown where the connection is to be cut; the Node adapters destroy the socket for it. */
export class ConnectionDropped extends Error {
  constructor() {
    super('The emulator dropped the connection, as a fault asked for.');
    this.name = 'ConnectionDropped';
  }
}

function globExpression(glob: string): RegExp {
  const pattern = glob
    .split(/(\*\*|\*)/)
    .map((part) => {
      if (part === '**') return '.*';
      if (part === '*') return '[^/]*';
      return part.replace(/[.+?^${}()|[\]\\]/g, '\\$&');
    })
    .join('');
  return new RegExp(`^${pattern}$`);
}

/**
 * Whether a glob covers a path: `*` stays within one segment, `**` and a lone `*` cover anything.
 * The prefix /sdk/v1 may be left out.
 */
export function matchesGlob(glob: string, path: string): boolean {
  if (glob === '*') return true;
  const expression = globExpression(glob);
  return expression.test(path) || expression.test(path.replace(/^\/sdk\/v1/, ''));
}

/** Arms a fault. */
export function addFault(store: Store, request: FaultRequest): Fault {
  const fault: Fault = {
    id: store.ids.next('fault'),
    ...request,
    remaining: request.times ?? null,
  };
  store.state.faults.push(fault);
  store.emit({ kind: 'fault', text: `${fault.fault.kind} on ${fault.match.path}` });
  return fault;
}

/** Takes the first armed fault that covers this request, and counts it. */
export function takeFault(store: Store, method: string, path: string): Fault | undefined {
  const fault = store.state.faults.find(
    ({ match }) =>
      (match.method === undefined || match.method.toUpperCase() === method) &&
      matchesGlob(match.path, path),
  );
  if (fault === undefined) return undefined;
  if (fault.remaining !== null) fault.remaining -= 1;
  store.state.faults = store.state.faults.filter(({ remaining }) => remaining !== 0);
  return fault;
}
