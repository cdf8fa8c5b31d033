/** Calls kept for a service that has not loaded; the oldest go first when there are more. */
const BUFFER_SIZE = 200;

/**
 * A service that is loaded late: what is said to it before is kept, in order, and said then. When it cannot
 * be loaded (blocked, offline, gone with a deploy) it is silently off: telemetry is never worth an error.
 *
 * @param load fetches and starts the service
 * @param start decides when that happens
 * @param rest is waited for after each thing that is said late, so that none of them is a long task
 * @returns a function that says something to the service, now or later
 */
export function deferred<Service>(
  load: () => Promise<Service>,
  start: (work: () => void) => void,
  rest: () => Promise<void> = () => Promise.resolve(),
): (say: (service: Service) => void) => void {
  let service: Service | null = null;
  let waiting: ((service: Service) => void)[] | null = [];

  const sayKept = async (loaded: Service) => {
    for (let next = waiting?.shift(); next !== undefined; next = waiting?.shift()) {
      quietly(next, loaded);
      await rest();
    }
    service = loaded;
  };
  start(() => {
    load()
      .then(sayKept)
      .catch(() => undefined)
      .finally(() => {
        waiting = null;
      });
  });

  return (say) => {
    if (service !== null) quietly(say, service);
    else if (waiting !== null) waiting = [...waiting.slice(1 - BUFFER_SIZE), say];
  };
}

function quietly<Service>(say: (service: Service) => void, service: Service): void {
  try {
    say(service);
  } catch {
    // What a telemetry service throws must never reach the product.
  }
}
