/*
 * Shows a sentence in place of the product in a browser that is older than .browserslistrc (R1.16). Runs before the
 * product and uses only what such a browser has. Each check is of something that the product cannot do without.
 */
(function () {
  function hasLookbehind() {
    try {
      return new RegExp('(?<=a)b').test('ab');
    } catch (error) {
      return false;
    }
  }
  if (
    'noModule' in document.createElement('script') &&
    hasLookbehind() &&
    Array.prototype.toReversed &&
    Intl.Segmenter &&
    CSS.supports('selector(:has(a))')
  ) {
    return;
  }
  document.documentElement.setAttribute('data-unsupported', '');
  document.addEventListener('DOMContentLoaded', function () {
    document.querySelector('.first-paint p').textContent =
      'Charter needs a newer browser: Chrome or Edge 125, Firefox 126, Safari 16.4, or a later version.';
  });
})();
