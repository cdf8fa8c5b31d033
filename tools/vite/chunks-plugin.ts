import type { Plugin, Rolldown } from 'vite';

/** The chunks that a click on the Google button waits for. */
export const TO_GOOGLE = ['google', 'sdk'];

/**
 * Checks the chunks of a build. The document's own script preloads them (`document-plugin.ts`).
 *
 * @param chunks the names of the groups of modules; a build fails when one of them is empty
 */
export function chunksPlugin({ chunks }: { readonly chunks: readonly string[] }): Plugin {
  return {
    name: 'charter:chunks',
    apply: 'build',
    generateBundle(_, bundle) {
      chunksOf(bundle, chunks);
    },
  };
}

type Bundle = Rolldown.OutputBundle;

/**
 * Returns the files of the named chunks and of what they import statically, without the entry.
 *
 * @throws when the build has no chunk of a name
 */
function chunksOf(bundle: Bundle, names: readonly string[]): string[] {
  const found = new Set<string>();
  for (const name of names) {
    const chunk = Object.values(bundle).find((file) => file.type === 'chunk' && file.name === name);
    if (chunk === undefined) throw new Error(`The build has no chunk ${name}.`);
    collect(chunk.fileName, bundle, found);
  }
  return [...found];
}

/** Returns the files of `chunksOf` and their style sheets, each once. */
export function filesOf(bundle: Bundle, names: readonly string[]): string[] {
  const chunks = chunksOf(bundle, names);
  return [...new Set([...chunks, ...chunks.flatMap((name) => stylesOf(bundle[name]))])];
}

/** Collects a chunk and its static imports, except the entry, which the document contains already. */
function collect(name: string, bundle: Bundle, into: Set<string>): void {
  const file = bundle[name];
  if (file?.type !== 'chunk' || file.isEntry || into.has(name)) return;
  into.add(name);
  for (const imported of file.imports) collect(imported, bundle, into);
}

function stylesOf(file: Bundle[string] | undefined): string[] {
  if (file?.type !== 'chunk') return [];
  return [...(file.viteMetadata?.importedCss ?? [])];
}
