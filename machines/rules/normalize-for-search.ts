/** Returns the text for comparison in a search: lower case, without accents, in one Unicode form. */
export function normalizeForSearch(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}
