/**
 * Returns whether this browser has what the product cannot do without (R1.16). In one without `:has` the style sheet
 * shows the sentence that says so, so this asks for the rest.
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
