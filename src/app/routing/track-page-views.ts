import type { Telemetry } from '../../telemetry/start-telemetry.ts';
import { routeOf } from './routes.ts';

/**
 * Reports each page view (R18.1) by its route pattern: the address itself may contain personal data.
 *
 * @returns a function that reports the page of the present address, unless it was the last one reported
 */
export function trackPageViews(telemetry: Telemetry): () => void {
  let reported = '';
  return () => {
    const { href, pathname } = window.location;
    if (href === reported) return;
    reported = href;
    telemetry.page(routeOf(pathname).route);
  };
}
