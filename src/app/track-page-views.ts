import type { Telemetry } from '../telemetry/start-telemetry.ts';
import type { AppRouter } from './router.tsx';

/** Reports each page view (R18.1) by its route pattern: the address itself may contain personal data. */
export function trackPageViews(router: AppRouter, telemetry: Telemetry): void {
  router.subscribe('onResolved', ({ hrefChanged }) => {
    const route = router.state.matches.at(-1)?.fullPath;
    if (hrefChanged && route !== undefined) telemetry.page(route);
  });
}
