#!/usr/bin/env node
import { existsSync, writeFileSync } from 'node:fs';
import { basename, dirname, extname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { build, createServer, type Plugin } from 'vite';
import type { AnyStateMachine } from 'xstate';
import { inlineCodesOf, sourcesOf } from './explore/codes.ts';
import { type MachineGraph, machineGraph } from './explore/machine-graph.ts';
import { errorText } from './explore/values.ts';
import { type Change, diffMachines, diffText, type MachineVersion } from './exports/diff.ts';
import { graphMermaid } from './exports/mermaid.ts';
import { type LoadedMachine, loadMachine } from './plugin/load-machine.ts';
import { statechartPlugin } from './plugin/vite-plugin.ts';

const USAGE = `Draws a machine.

  statechart MODULE              serves the chart, and draws it again after a change
  statechart MODULE --out FILE   writes it as FILE.html (the page, in one file), FILE.svg (the drawing),
                                 FILE.mmd (Mermaid) or FILE.json (its states and transitions as data)
  statechart diff OLD NEW        says what differs between two modules; with --out FILE.svg draws it, too

MODULE exports an XState machine, or \`chart\` with a machine and its payload cases.
`;

const MAIN = 'virtual:statechart/main';

/** The page with React, and its styles, as `build.ts` writes them. */
const [standalone, styles] = ['standalone.js', 'standalone.css'].map((file) =>
  JSON.stringify(join(import.meta.dirname, file)),
);

function htmlWithHead(head: string, module: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<title>Statechart - ${basename(module)}</title>
${head}
</head>
<body><p>Drawing the machine…</p></body>
</html>
`;
}

/** The script that mounts the chart, and in development its document. */
function mainPlugin(module: string): Plugin {
  return {
    name: 'statechart:main',
    config: () => ({
      resolve: { tsconfigPaths: true },
      // The cache and the documents of the project belong to its own server, which may run at the same time.
      cacheDir: 'node_modules/.statechart',
      optimizeDeps: { entries: [module] },
    }),
    resolveId: (id) => (id === MAIN ? `\0${id}` : undefined),
    load(id) {
      if (id !== `\0${MAIN}`) return undefined;
      return `import ${styles};import { mount } from ${standalone};import { chart } from 'virtual:statechart';mount(chart);`;
    },
    configureServer({ middlewares, transformIndexHtml }) {
      middlewares.use(async (request, response, next) => {
        if (new URL(request.url ?? '/', 'http://localhost').pathname !== '/') return next();
        const html = htmlWithHead(`<script type="module" src="/@id/${MAIN}"></script>`, module);
        response.setHeader('content-type', 'text/html');
        response.end(await transformIndexHtml('/', html));
      });
    },
  };
}

/** The chart as one document, which needs no server and no network. */
async function htmlOf(module: string, plugins: Plugin[]): Promise<string> {
  const output = await build({
    configFile: false,
    logLevel: 'warn',
    plugins,
    publicDir: false,
    build: {
      write: false,
      cssCodeSplit: false,
      rolldownOptions: {
        input: MAIN,
        output: { codeSplitting: false },
        checks: { pluginTimings: false },
      },
    },
  });
  const outputs = Array.isArray(output) ? output : [output];
  const files = outputs.flatMap((each) => ('output' in each ? each.output : []));
  const scripts = files.flatMap((file) => (file.type === 'chunk' ? file.code : []));
  const sheets = files.flatMap((file) =>
    file.fileName.endsWith('.css') && 'source' in file ? file.source : [],
  );
  // Both change where a script ends in a document.
  const script = scripts.join('\n').replaceAll(/<(?=!--|\/script)/gi, '\\x3C');
  const head = `<style>${sheets.join('\n')}</style>\n<script type="module">${script}</script>`;
  return htmlWithHead(head, module);
}

/** The drawing with every state and transition, and with what differs from another version. */
async function svgOf(graph: MachineGraph, changes: readonly Change[] = []): Promise<string> {
  const [{ layOut }, { drawingImage }] = await Promise.all([
    import('./layout/lay-out.ts'),
    import('./page/drawing/drawing-image.tsx'),
  ]);
  const marks = new Map(changes.map(({ id, mark }) => [id, mark]));
  return drawingImage(graph, await layOut({ graph, level: 'details' }), marks);
}

async function versionOf(module: string): Promise<MachineVersion> {
  const { machine } = (await load(module)).config;
  return {
    graph: machineGraph(machine),
    codes: sourcesOf(machine),
    inline: inlineCodesOf(machine),
  };
}

async function writeDiff(modules: readonly string[], out: string | undefined): Promise<void> {
  const [before, after] = modules;
  if (before === undefined || after === undefined) throw new Error('diff takes two modules.');
  if (out !== undefined && extname(out) !== '.svg') throw new Error('diff draws a file .svg.');
  const diff = diffMachines(await versionOf(before), await versionOf(after));
  if (out !== undefined) writeFileSync(out, await svgOf(diff.graph, diff.changes));
  end(diffText(diff));
}

/** Says a result, and ends: what the module has started may never do so. */
function end(text: string): void {
  process.stdout.write(text, () => process.exit());
}

function load(module: string): Promise<LoadedMachine> {
  if (!existsSync(module)) throw new Error(`There is no file ${module}.`);
  return loadMachine(process.cwd(), module);
}

/** What each extension of `--out` stands for. */
const OUTPUTS: Readonly<
  Record<
    string,
    (machine: AnyStateMachine, module: string, plugins: Plugin[]) => string | Promise<string>
  >
> = {
  '.html': (_, module, plugins) => htmlOf(module, plugins),
  '.svg': (machine) => svgOf(machineGraph(machine)),
  '.mmd': (machine) => graphMermaid(machineGraph(machine)),
  '.json': (machine) => `${JSON.stringify(machineGraph(machine), null, 2)}\n`,
};

async function run(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: { out: { type: 'string' }, help: { type: 'boolean' } },
    allowPositionals: true,
  });
  const [module, ...others] = positionals;
  if (module === undefined || values.help === true) {
    process.stderr.write(USAGE);
    process.exitCode = values.help === true ? 0 : 1;
    return;
  }
  if (module === 'diff') return writeDiff(others, values.out);
  if (others.length > 0) throw new Error('Only diff takes more than one module.');
  const write = values.out === undefined ? null : OUTPUTS[extname(values.out)];
  if (write === undefined)
    throw new Error(`--out takes a file that ends with ${Object.keys(OUTPUTS).join(', ')}.`);
  const { config } = await load(module);
  const plugins = [statechartPlugin({ config: resolve(module) }), mainPlugin(module)];
  if (write !== null && values.out !== undefined) {
    writeFileSync(values.out, await write(config.machine, module, plugins));
    return end(`${values.out}\n`);
  }
  const allow = [process.cwd(), dirname(resolve(module)), import.meta.dirname];
  const server = await createServer({
    configFile: false,
    plugins,
    server: { port: 5_300, fs: { allow } },
  });
  await server.listen();
  server.printUrls();
}

function fail(text: string): never {
  process.stderr.write(`${text}\n`);
  process.exit(1);
}

process.on('uncaughtException', (error) =>
  fail(`What the module started has failed: ${errorText(error)}`),
);
run().catch((error) => {
  // What Node adds about an unknown option is not for this command.
  fail(errorText(error).replace(/\. To specify a positional.*$/, '.'));
});
