/**
 * Runs in a page before its own scripts, as the body of a function of `wanted`: elements by name, each with a
 * selector and a text that it contains. Writes to `window.marks` when each was first seen with a box, and when the
 * last press began. Times are milliseconds since the navigation.
 */
const marks = {};
window.marks = marks;
window.addEventListener(
  'pointerdown',
  () => {
    marks.pressed = performance.now();
  },
  true,
);

function isShown({ selector, text }) {
  return [...document.querySelectorAll(selector)].some(
    (element) => element.textContent.includes(text) && element.getClientRects().length > 0,
  );
}

requestAnimationFrame(function look() {
  for (const [name, element] of Object.entries(wanted)) {
    if (marks[name] === undefined && isShown(element)) marks[name] = performance.now();
  }
  requestAnimationFrame(look);
});
