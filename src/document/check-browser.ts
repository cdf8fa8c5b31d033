/**
 * Returns whether this browser has what the product cannot do without (R1.16), except `:has`: the style sheet itself
 * shows the sentence about a newer browser where that is missing.
 */
export function isBrowserSupported(): boolean {
  return hasLookbehind() && 'toReversed' in Array.prototype && 'Segmenter' in Intl;
}

/** Makes the expression from a text: a literal would be a syntax error of the whole script. */
function hasLookbehind(): boolean {
  try {
    return 'ab'.search('(?<=a)b') === 1;
  } catch {
    return false;
  }
}
