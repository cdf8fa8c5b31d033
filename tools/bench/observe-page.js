/**
 * Runs in a page before its own scripts, as the body of a function of `selector`: the Google button. Calls the binding
 * `report` with the milliseconds since the navigation at the first paint, and at which the button has a box, with its
 * place.
 */
const report = (name, at, place) => window.report(JSON.stringify({ name, at, ...place }));

new PerformanceObserver((list) => {
  const [paint] = list.getEntriesByName('first-paint');
  if (paint) report('first paint', paint.startTime);
}).observe({ type: 'paint', buffered: true });

requestAnimationFrame(function look() {
  const box = document.querySelector(selector)?.getBoundingClientRect();
  if (box?.width > 0 && box.height > 0) {
    const place = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    report('button', performance.now(), place);
  } else requestAnimationFrame(look);
});
