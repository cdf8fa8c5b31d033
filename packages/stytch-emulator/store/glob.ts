/**
 * Returns whether a glob matches the whole text: `*` matches any characters except a slash, `**`
 * any characters. All matches are tracked at once, so the time grows with the product of the two
 * lengths; a regular expression would backtrack exponentially on several `**`.
 */
export function matchesGlob(glob: string, text: string): boolean {
  const tokens = glob.match(/\*\*|[\s\S]/gu) ?? [];
  // reachable[i]: the tokens before i match the text read so far.
  let reachable = followWildcards(tokens, [true]);
  for (const character of text) {
    const next: boolean[] = [];
    for (const [index, token] of tokens.entries()) {
      if (!reachable[index]) continue;
      if (token === '**' || (token === '*' && character !== '/')) next[index] = true;
      if (token === character) next[index + 1] = true;
    }
    reachable = followWildcards(tokens, next);
  }
  return reachable[tokens.length] === true;
}

/** A wildcard also matches nothing: the position after it is reachable too. */
function followWildcards(tokens: readonly string[], reachable: boolean[]): boolean[] {
  for (const [index, token] of tokens.entries()) {
    if (reachable[index] && token.startsWith('*')) reachable[index + 1] = true;
  }
  return reachable;
}
