import type { HtmlTagDescriptor, Plugin, Rolldown } from 'vite';

/** The chunks that a click on the Google button waits for. */
export const TO_GOOGLE = ['core', 'sdk'];

/** The chunks whose style sheets the document needs. */
const STYLED = ['sign-in'];

/**
 * Adds preload links for the chunks and style sheets of the sign-in screen to the document, so that a browser
 * fetches them together with the entry, not one after another. No script has a low priority: Chromium would request
 * it only after the style sheets have arrived.
 *
 * @param chunks the names of the groups of modules; a build fails when one of them is empty
 */
export function preloadPlugin({ chunks }: { readonly chunks: readonly string[] }): Plugin {
  return {
    name: 'charter:preload',
    apply: 'build',
    generateBundle(_, bundle) {
      chunksOf(bundle, chunks);
    },
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const missing = (names: Iterable<string>) =>
          [...names].filter((name) => !html.includes(name));
        const styles = filesOf(bundle, STYLED).filter((name) => name.endsWith('.css'));
        return [
          ...missing(styles).map((name) => link(name, { rel: 'stylesheet' })),
          ...missing(chunksOf(bundle, TO_GOOGLE)).map((name) =>
            link(name, { rel: 'modulepreload' }),
          ),
        ];
      },
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

function link(name: string, attrs: Record<string, string>): HtmlTagDescriptor {
  return {
    tag: 'link',
    attrs: { ...attrs, href: `/${name}`, crossorigin: true },
    injectTo: 'head',
  };
}
