/** Starts to measure frames: `window.longestFrame` is the longest time between two of them, in milliseconds. */
window.longestFrame = 0;
let before = performance.now();
requestAnimationFrame(function next(now) {
  window.longestFrame = Math.max(window.longestFrame, now - before);
  before = now;
  requestAnimationFrame(next);
});
