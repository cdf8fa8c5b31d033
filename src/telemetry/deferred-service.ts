/** Calls that are kept for a service which has not loaded. When there are more, the oldest are dropped. */
const BUFFER_SIZE = 200;

/**
 * Defers calls to a service that loads late. Calls made before are kept and made in order once it has loaded.
 * A service that cannot be loaded (blocked, offline, removed by a deploy) is silently off, because telemetry
 * must never cause an error.
 *
 * @param load fetches and starts the service
 * @param schedule decides when `load` runs
 * @returns a function that calls the service now, or once it has loaded
 */
export function deferredService<Service>(
  load: () => Promise<Service>,
  schedule: (work: () => void) => void,
): (call: (service: Service) => void) => void {
  let service: Service | null = null;
  let queue: ((service: Service) => void)[] | null = [];

  schedule(() => {
    load()
      .then((loaded) => {
        service = loaded;
        for (const call of queue ?? []) callSafely(call, loaded);
      })
      .catch(() => undefined)
      .finally(() => {
        queue = null;
      });
  });

  return (call) => {
    if (service !== null) callSafely(call, service);
    else if (queue !== null) queue = [...queue.slice(1 - BUFFER_SIZE), call];
  };
}

function callSafely<Service>(call: (service: Service) => void, service: Service): void {
  try {
    call(service);
  } catch {
    // An error of a telemetry service must not reach the product.
  }
}
