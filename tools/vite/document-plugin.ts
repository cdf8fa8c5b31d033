import react from '@vitejs/plugin-react';
import { build, createServer, type Plugin, type ResolvedConfig, type Rolldown } from 'vite';
import type { Prerendered } from '../../src/document/prerender.tsx';

/** The document's own script, a classic one in the document: modules run only after the first paint. */
const SCRIPT = 'src/document/start.ts';

/** Its syntax: it tells browsers that are older than the supported ones apart, so they must be able to read it. */
const SCRIPT_TARGET = 'es2020';

/** The chunk that renders the sign-in. Its style sheets stand in the document. */
const SIGN_IN = 'sign-in';

/** The styles of the document in the development server. */
const STYLES = 'src/ui/styles/tokens.css';

/** The chunks that every page but a public one needs, those of a callback and of the member's pages. */
const APP = ['app', 'sdk', SIGN_IN];
const CALLBACK = ['calls', 'screens'];
const PAGES = 'pages';

/** White space that a browser does not show. */
const INDENTATION = /\n\s+/g;

/** The elements that would load the product at once. The document's script loads it instead. */
const MODULES = /<script type="module".*?<\/script>/g;

const PRERENDER = '/src/document/prerender.tsx';

/**
 * Completes the document: its own script and styles, and in a build the markup that it shows before the product runs
 * (R1.9). The first paint waits for nothing else. The development server shows the loading text instead: it has the styles of the
 * card only when its scripts have run.
 *
 * @param preconnect the origins of the provider, with which the document connects at once
 * @param plugins those of the build that change what the components show, such as another language
 */
export function documentPlugin({
  preconnect,
  plugins = [],
}: {
  preconnect: readonly string[];
  plugins?: readonly Plugin[];
}): Plugin {
  let config: ResolvedConfig;
  let prerendered: Prerendered;
  let script = '';
  let styles = '';
  return {
    name: 'charter:document',
    configResolved(resolved) {
      config = resolved;
    },
    async buildStart() {
      if (config.command !== 'build') return;
      [prerendered, script] = await Promise.all([prerender(config, plugins), buildScript(config)]);
    },
    generateBundle: {
      // Before Vite writes which styles an import waits for.
      order: 'pre',
      handler(_, bundle) {
        styles = takeStyles(bundle);
      },
    },
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        if (bundle === undefined) {
          return [
            { tag: 'link', attrs: { rel: 'stylesheet', href: `/${STYLES}` } },
            { tag: 'script', attrs: { type: 'module', src: `/${SCRIPT}` } },
          ];
        }
        const urls = (names: readonly string[], before: readonly string[]) =>
          urlsOf(bundle, names, before).join(' ');
        const attrs = {
          'data-starting': prerendered.starting,
          'data-stuck': prerendered.stuck,
          'data-app': urls(APP, []),
          'data-callback': urls(CALLBACK, APP),
          'data-pages': urls([PAGES], APP),
        };
        // The first frame waits for the card, where the browser knows how. Without it, an empty frame comes first.
        const expect = '<link rel="expect" href="#document-end" blocking="render">';
        const head =
          preconnect.map(connections).join('') +
          expect +
          element('style', {}, styles) +
          element('script', attrs, script);
        return html
          .replace(MODULES, '')
          .replace(INDENTATION, '\n')
          .replace('</title>', (title) => title + head)
          .replace('</body>', '<div id="document-end"></div></body>')
          .replace('<main class="first-paint">', (main) => main + prerendered.logo)
          .replace('<div id="root"></div>', () => `<div id="root">${prerendered.login}</div>`)
          .replace(
            '<div class="member-frame"></div>',
            () => `<div class="member-frame">${prerendered.memberFrame}</div>`,
          );
      },
    },
  };
}

/** The addresses of chunks, their styles and what they import, without those that are fetched before them. */
function urlsOf(
  bundle: Rolldown.OutputBundle,
  names: readonly string[],
  before: readonly string[],
): string[] {
  const known = filesOf(bundle, before);
  return filesOf(bundle, names)
    .filter((name) => !known.includes(name))
    .map((name) => `/${name}`);
}

/**
 * Returns the files of the named chunks, of what they import statically, and their style sheets, each once.
 *
 * @throws when the build has no chunk of a name
 */
function filesOf(bundle: Rolldown.OutputBundle, names: readonly string[]): string[] {
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

/** Takes the style sheets of the sign-in out of the build: they stand in the document, and no module requests them. */
function takeStyles(bundle: Rolldown.OutputBundle): string {
  const names = filesOf(bundle, [SIGN_IN]).filter((name) => name.endsWith('.css'));
  return names
    .map((name) => {
      const file = bundle[name];
      if (file?.type !== 'asset') throw new Error(`${name} was not built.`);
      delete bundle[name];
      for (const chunk of Object.values(bundle)) {
        if (chunk.type === 'chunk') chunk.viteMetadata?.importedCss.delete(name);
      }
      return String(file.source).trim();
    })
    .join('');
}

/** A connection for calls, and one for the navigation to Google: browsers keep them apart. */
function connections(origin: string): string {
  return `<link rel="preconnect" href="${origin}" crossorigin><link rel="preconnect" href="${origin}">`;
}

function element(tag: string, attributes: Readonly<Record<string, string>>, text: string): string {
  const escaped = (value: string) => value.replace(/&/g, '&amp;').replace(/"/g, '&quot;');
  const written = Object.entries(attributes).map(([name, value]) => ` ${name}="${escaped(value)}"`);
  return `<${tag}${written.join('')}>${text}</${tag}>`;
}

/** Renders the components in a server of Vite, which names the classes of the CSS modules as the build does. */
async function prerender(
  { root, mode, define }: ResolvedConfig,
  plugins: readonly Plugin[],
): Promise<Prerendered> {
  const server = await createServer({
    root,
    mode,
    ...(define && { define }),
    configFile: false,
    appType: 'custom',
    logLevel: 'error',
    plugins: [...plugins, react()],
    optimizeDeps: { noDiscovery: true },
    // Else a build removes the dependencies of a development server that runs beside it.
    cacheDir: 'node_modules/.vite/prerender',
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
  });
  try {
    const { prerender: render } = await server.ssrLoadModule(PRERENDER);
    return render();
  } finally {
    await server.close();
  }
}

/** Builds the document's script as one classic script. */
async function buildScript({ root, mode, define }: ResolvedConfig) {
  const result = await build({
    root,
    mode,
    ...(define && { define }),
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    build: {
      target: SCRIPT_TARGET,
      write: false,
      modulePreload: false,
      rolldownOptions: { input: SCRIPT, output: { format: 'iife' } },
    },
  });
  const [output] = Array.isArray(result) ? result : [result];
  const chunk = output !== undefined && 'output' in output ? output.output[0] : undefined;
  if (chunk?.type !== 'chunk') throw new Error(`${SCRIPT} was not built.`);
  return chunk.code;
}
