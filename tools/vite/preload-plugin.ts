import type { HtmlTagDescriptor, Plugin, Rolldown } from 'vite';

/** The chunks nobody signs in without, by their names: fetched beside the entry, not one after another. */
const SIGN_IN_CHUNKS = new Set(['index.headless.esm', 'boot', 'sign-in', '_member']);

/** Scripts as Vite names them in the document. */
const SCRIPTS = /<(?:script type="module"|link rel="modulepreload")/g;

/**
 * Names the sign-in screen's chunks and styles in the document, so that a browser fetches them with the
 * entry instead of learning of one from the other. The styles go first: the document draws itself with them
 * before any script has run.
 */
export function preloadPlugin(): Plugin {
  return {
    name: 'charter:preload',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const files = Object.values(bundle);
        const wanted = files.filter(
          (file) => file.type === 'chunk' && SIGN_IN_CHUNKS.has(file.name),
        );
        const scripts = new Set<string>();
        for (const file of wanted) collect(file.fileName, bundle, scripts);
        const styles = new Set([...scripts].flatMap((name) => stylesOf(bundle[name])));
        const missing = (names: Set<string>) => [...names].filter((name) => !html.includes(name));
        return {
          html: html.replace(SCRIPTS, '$& fetchpriority="low"'),
          tags: [
            ...missing(scripts).map((name) => link(name, { rel: 'modulepreload', ...LATER })),
            ...missing(styles).map((name) => link(name, { rel: 'stylesheet' })),
          ],
        };
      },
    },
  };
}

const LATER = { fetchpriority: 'low' } as const;

type Bundle = Rolldown.OutputBundle;

/** A chunk and all it imports statically, except the entry, which the document names already. */
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
