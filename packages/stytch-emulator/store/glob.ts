/** Returns whether a glob matches the whole text: `*` matches any characters except a slash, `**` any characters. */
export function matchesGlob(glob: string, text: string): boolean {
  const source = glob.replace(/\*+|[\\^$.|?+()[\]{}]/g, (part) => {
    if (part === '*') return '[^/]*';
    return part.startsWith('*') ? '.*' : `\\${part}`;
  });
  return new RegExp(`^${source}$`, 's').test(text);
}
