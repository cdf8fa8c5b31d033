import react from '@vitejs/plugin-react';
import { build, createServer, type Plugin, type ResolvedConfig, type Rolldown } from 'vite';
import type { Prerendered } from '../../src/document/prerender.tsx';
import { filesOf, TO_GOOGLE } from './chunks-plugin.ts';
import { terserPlugin } from './terser-plugin.ts';

/** The document's own script, which must be a classic one: modules run only after the first paint. */
const SCRIPT = 'src/document/start.ts';

/** Its syntax: it tells browsers that are older than the supported ones apart, so they must be able to read it. */
const SCRIPT_TARGET = 'es2020';

/** The styles of the document. In a build the style sheet of the sign-in contains them. */
const STYLES = 'src/ui/tokens.css';

/** The chunks that the calls after Google need, that render the sign-in, the list, and the member's pages. */
const ACTORS = ['actors'];
const SCREENS = ['react', 'sign-in'];
const LIST = ['selection'];
const PAGES = ['pages', 'member'];
const CHART = 'chart-page';

const PRERENDER = '/src/document/prerender.tsx';

/**
 * Completes the document: its own script, which runs before the first paint, and in a build the markup that it shows
 * before the product runs (R1.9). The development server shows the loading text instead: it has the styles of the
 * card only when its scripts have run.
 *
 * @param preconnect the origins of the provider, with which the document connects at once
 */
export function documentPlugin({ preconnect }: { preconnect: readonly string[] }): Plugin {
  let config: ResolvedConfig;
  let prerendered: Prerendered;
  let script = '';
  return {
    name: 'charter:document',
    configResolved(resolved) {
      config = resolved;
    },
    async buildStart() {
      if (config.command !== 'build') return;
      [prerendered, script] = await Promise.all([prerender(config), buildScript(config)]);
    },
    generateBundle() {
      this.emitFile({ type: 'asset', name: 'start.js', source: script });
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
        const files = Object.values(bundle);
        const styles = files
          .filter((file) => file.type === 'asset' && file.fileName.endsWith('.css'))
          .filter((file) => html.includes(file.fileName))
          .map((file) => String(Reflect.get(file, 'source')))
          .join('');
        assertStyled(prerendered.login + prerendered.memberFrame, styles);
        const addresses = (names: readonly string[], before: readonly string[]) =>
          addressesOf(bundle, names, before)
            .filter((address) => !html.includes(address))
            .join(' ');
        const attrs = {
          src: addressOf(files, 'start.js'),
          'data-starting': prerendered.starting,
          'data-stuck': prerendered.stuck,
          'data-google': addresses(TO_GOOGLE, []),
          'data-actors': addresses(ACTORS, TO_GOOGLE),
          'data-screens': addresses(SCREENS, TO_GOOGLE),
          'data-list': addresses(LIST, [...TO_GOOGLE, ...SCREENS]),
          'data-pages': addresses(PAGES, [...TO_GOOGLE, ...SCREENS]),
          // A build can be without the chart.
          ...(files.some(({ name }) => name === CHART) && {
            'data-chart': addresses([CHART], []),
          }),
        };
        const head = preconnect.map(connections).join('') + element('script', attrs);
        return (
          html
            // Before the style sheets: a script after them would wait for them.
            .replace('</title>', (title) => title + head)
            // After the document's script and styles, which the first paint waits for.
            .replace('<script type="module"', '$& fetchpriority="low"')
            .replace('<main class="first-paint">', (main) => main + prerendered.logo)
            .replace('<div id="root"></div>', () => `<div id="root">${prerendered.login}</div>`)
            .replace(
              '<div class="member-frame"></div>',
              () => `<div class="member-frame">${prerendered.memberFrame}</div>`,
            )
        );
      },
    },
  };
}

/** The addresses of chunks, their styles and what they import, without those that are fetched before them. */
function addressesOf(
  bundle: Rolldown.OutputBundle,
  names: readonly string[],
  before: readonly string[],
): string[] {
  const known = filesOf(bundle, before);
  return filesOf(bundle, names)
    .filter((name) => !known.includes(name))
    .map((name) => `/${name}`);
}

/** The address of a script that this plugin has emitted. */
function addressOf(files: readonly Rolldown.OutputBundle[string][], name: string): string {
  const file = files.find((each) => each.type === 'asset' && each.names.includes(name));
  if (file === undefined) throw new Error(`${name} was not built.`);
  return `/${file.fileName}`;
}

/** A connection for calls, and one for the navigation to Google: browsers keep them apart. */
function connections(origin: string): string {
  return `<link rel="preconnect" href="${origin}" crossorigin><link rel="preconnect" href="${origin}">`;
}

function element(tag: string, attributes: Readonly<Record<string, string>>): string {
  const escaped = (value: string) => value.replace(/&/g, '&amp;').replace(/"/g, '&quot;');
  const written = Object.entries(attributes).map(([name, value]) => ` ${name}="${escaped(value)}"`);
  return `<${tag}${written.join('')}></${tag}>`;
}

/** Renders the components in a server of Vite, which names the classes of the CSS modules as the build does. */
async function prerender({ root, mode, define }: ResolvedConfig): Promise<Prerendered> {
  const server = await createServer({
    root,
    mode,
    ...(define && { define }),
    configFile: false,
    appType: 'custom',
    logLevel: 'error',
    plugins: [react()],
    optimizeDeps: { noDiscovery: true },
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
    plugins: [terserPlugin({})],
    build: {
      target: SCRIPT_TARGET,
      write: false,
      rolldownOptions: { input: SCRIPT, output: { format: 'iife' } },
    },
  });
  const [output] = Array.isArray(result) ? result : [result];
  const chunk = output !== undefined && 'output' in output ? output.output[0] : undefined;
  if (chunk?.type !== 'chunk') throw new Error(`${SCRIPT} was not built.`);
  return chunk.code;
}

/** Fails when the document's style sheets lack a class of its markup. */
function assertStyled(markup: string, styles: string): void {
  const classes = [...markup.matchAll(/class="([^"]*)"/g)].flatMap(([, names = '']) =>
    names.split(' '),
  );
  const missing = classes.filter((name) => name !== '' && !styles.includes(`.${name}`));
  if (missing.length > 0) throw new Error(`The document has no styles for ${missing.join(', ')}.`);
}
