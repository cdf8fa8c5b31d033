/**
 * Runs in a page before its own scripts, as the body of a function of `wanted`: a selector and a text for each thing
 * that is waited for. Calls the binding `report` with the milliseconds since the document was requested at the first
 * paint, and at the first frame that shows each thing, with its place; and with those of the first click. It asks for
 * no frame and no layout of its own.
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
const names = new Map();

const shown = new IntersectionObserver((entries) => {
  for (const { isIntersecting, target, time, boundingClientRect } of entries) {
    const name = names.get(target);
    if (!isIntersecting || !missing.delete(name)) continue;
    const { x, y, width, height } = boundingClientRect;
    report(name, time, { x: x + width / 2, y: y + height / 2 });
  }
});

new MutationObserver(() => {
  for (const [name, [selector, text]] of missing) {
    for (const element of document.querySelectorAll(selector)) {
      if (names.has(element) || !element.textContent.includes(text)) continue;
      names.set(element, name);
      shown.observe(element);
    }
  }
}).observe(document, { childList: true, characterData: true, subtree: true });
