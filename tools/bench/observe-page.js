/**
 * Runs in a page before its own scripts, as the body of a function of `wanted`: a selector and a text for each thing
 * that is waited for. Calls the binding `report` with the milliseconds since the document was requested at the first
 * paint, and at which each thing has a box, with its place; and with those of the first click.
 */
const { fetchStart } = performance.getEntriesByType('navigation')[0];
const report = (name, at, place) =>
  window.report(JSON.stringify({ name, at: at - fetchStart, ...place }));

new PerformanceObserver((list) => {
  const [paint] = list.getEntriesByName('first-paint');
  if (paint) report('first paint', paint.startTime);
}).observe({ type: 'paint', buffered: true });

addEventListener('click', ({ timeStamp }) => report('click', timeStamp), {
  capture: true,
  once: true,
});

const missing = new Map(Object.entries(wanted));
requestAnimationFrame(function look() {
  for (const [name, [selector, text]] of missing) {
    const element = [...document.querySelectorAll(selector)].find((each) =>
      each.textContent.includes(text),
    );
    const box = element?.getBoundingClientRect();
    if (!(box?.width > 0 && box.height > 0)) continue;
    missing.delete(name);
    report(name, performance.now(), { x: box.x + box.width / 2, y: box.y + box.height / 2 });
  }
  if (missing.size > 0) requestAnimationFrame(look);
});
