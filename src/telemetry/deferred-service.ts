/**
 * Defers calls to a service that loads late: each is made once it has loaded, in their order. A service that cannot be
 * loaded (blocked, offline, removed by a deploy) is silently off, because telemetry must never cause an error.
 *
 * @param load fetches and starts the service
 * @param schedule decides when `load` runs
 * @returns a function that calls the service once it has loaded
 */
export function deferredService<Service>(
  load: () => Promise<Service>,
  schedule: (work: () => void) => void,
): (call: (service: Service) => void) => void {
  const service = new Promise<void>(schedule).then(load);
  service.catch(() => undefined);
  return (call) => {
    // An error of a telemetry service must not reach the product.
    service.then(call).catch(() => undefined);
  };
}
