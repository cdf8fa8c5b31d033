/**
 * Runs in a page before its own scripts, as the body of a function of `selector`: the Google button. Writes the
 * milliseconds since the navigation at which the button has a box, and calls the binding `buttonShown` with its place.
 */
requestAnimationFrame(function look() {
  const box = document.querySelector(selector)?.getBoundingClientRect();
  if (!(box?.width > 0 && box.height > 0)) {
    requestAnimationFrame(look);
    return;
  }
  window.buttonAt = performance.now();
  window.buttonShown(JSON.stringify({ x: box.x + box.width / 2, y: box.y + box.height / 2 }));
});
