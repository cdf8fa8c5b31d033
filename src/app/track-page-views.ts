import type { Telemetry } from '../telemetry/start-telemetry.ts';
import type { AppRouter } from './router.tsx';

/**
 * Tells telemetry which page is shown (R18.1), by the pattern of its route: an address may
 * carry what a link put there.
 */
export function trackPageViews(router: AppRouter, telemetry: Telemetry): void {
  router.subscribe('onResolved', ({ hrefChanged }) => {
    const route = router.state.matches.at(-1)?.fullPath;
    if (hrefChanged && route !== undefined) telemetry.page(route);
  });
}
