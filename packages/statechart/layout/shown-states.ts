/** The state itself if it is shown, otherwise its nearest ancestor that is. */
export function shownAncestor(shown: { has: (id: string) => boolean }, id: string): string {
  const parent = id.split('.').slice(0, -1).join('.');
  return shown.has(id) || parent === '' ? id : shownAncestor(shown, parent);
}
