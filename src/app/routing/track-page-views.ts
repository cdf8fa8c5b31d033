import { routeName } from './route-name.ts';

/**
 * Reports each page view (R18.1) by its route pattern: the address itself may contain personal data.
 *
 * @param report gets the pattern and the time in epoch milliseconds
 * @returns a function that reports the page of the present address, unless it was the last one reported
 */
export function trackPageViews(report: (route: string, at: number) => void): () => void {
  let reported = '';
  return () => {
    const { href, pathname } = window.location;
    if (href === reported) return;
    reported = href;
    report(routeName(pathname), Date.now());
  };
}
