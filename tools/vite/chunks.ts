import type { Rolldown } from 'vite';

/**
 * Returns the files of the named chunks, of what they import statically, and their style sheets, each once.
 *
 * @throws when the build has no chunk of a name
 */
export function filesOf(bundle: Rolldown.OutputBundle, names: readonly string[]): string[] {
  const chunks = new Set<string>();
  const styles = new Set<string>();
  const collect = (fileName: string) => {
    const file = bundle[fileName];
    if (file?.type !== 'chunk' || chunks.has(fileName)) return;
    chunks.add(fileName);
    for (const style of file.viteMetadata?.importedCss ?? []) styles.add(style);
    for (const imported of file.imports) collect(imported);
  };
  for (const name of names) {
    const chunk = Object.values(bundle).find((file) => file.type === 'chunk' && file.name === name);
    if (chunk === undefined) throw new Error(`The build has no chunk ${name}.`);
    collect(chunk.fileName);
  }
  return [...chunks, ...styles];
}
