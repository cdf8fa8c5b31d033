import type { HtmlTagDescriptor, Plugin, Rolldown } from 'vite';

/** The names of the chunks that every sign-in needs. */
const SIGN_IN_CHUNKS = new Set(['index.headless.esm', 'boot', 'sign-in', '_member']);

/** The tags that Vite writes for scripts. */
const SCRIPTS = /<(?:script type="module"|link rel="modulepreload")/g;

/**
 * Adds preload links for the chunks and style sheets of the sign-in screen to the document, so that a browser
 * fetches them together with the entry, not one after another. Style sheets have priority: the document needs
 * them to render before any script has run.
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
            ...missing(scripts).map((name) =>
              link(name, { rel: 'modulepreload', ...LOW_PRIORITY }),
            ),
            ...missing(styles).map((name) => link(name, { rel: 'stylesheet' })),
          ],
        };
      },
    },
  };
}

const LOW_PRIORITY = { fetchpriority: 'low' } as const;

type Bundle = Rolldown.OutputBundle;

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
