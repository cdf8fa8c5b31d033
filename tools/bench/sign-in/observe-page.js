/**
 * Runs in a page before its own scripts, as the body of a function of `button`: the selectors of the Google button
 * (see `sites.ts`). Writes what it observes to `window.benchmark` and calls the binding `buttonShown`.
 */
const seen = { button: null, hydrated: null, longTasks: [], shifts: [] };
window.benchmark = seen;

new PerformanceObserver((list) => {
  for (const { startTime, duration } of list.getEntries()) {
    seen.longTasks.push({ start: startTime, duration });
  }
}).observe({ type: 'longtask', buffered: true });

new PerformanceObserver((list) => {
  for (const { value, hadRecentInput } of list.getEntries()) {
    if (!hadRecentInput) seen.shifts.push(value);
  }
}).observe({ type: 'layout-shift', buffered: true });

function findButton() {
  let tree = document;
  for (const selector of button.slice(0, -1)) {
    tree = tree.querySelector(selector)?.shadowRoot;
    if (!tree) return null;
  }
  return tree.querySelector(button.at(-1));
}

/** React marks an element that it has rendered or hydrated with its properties. */
function isHydrated(element) {
  return Object.keys(element).some((key) => key.startsWith('__reactProps$'));
}

requestAnimationFrame(function look() {
  const element = findButton();
  const box = element?.getBoundingClientRect();
  if (box?.width > 0 && box.height > 0) {
    if (seen.button === null) {
      seen.button = performance.now();
      window.buttonShown?.(JSON.stringify({ x: box.x + box.width / 2, y: box.y + box.height / 2 }));
    }
    if (isHydrated(element)) {
      seen.hydrated = performance.now();
      return;
    }
  }
  if (performance.now() < 15_000) requestAnimationFrame(look);
});
