#!/usr/bin/env node
import { existsSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { build, createServer, type Plugin } from 'vite';
import { statechartPlugin } from './plugin/vite-plugin.ts';

const USAGE = `Draws a machine.

  statechart MODULE              serves the chart, and draws it again after a change
  statechart MODULE --out FILE   writes it as one HTML file

MODULE exports an XState machine, or \`chart\` with a machine and its payload cases.
`;

const MAIN = 'virtual:statechart/main';

/** The page with React, and its styles, as `build.ts` writes them. */
const [standalone, styles] = ['standalone.js', 'standalone.css'].map((file) =>
  JSON.stringify(join(import.meta.dirname, file)),
);

function htmlWithHead(head: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<title>Statechart</title>
${head}
</head>
<body></body>
</html>
`;
}

/** The script that mounts the chart, and in development its document. */
function mainPlugin(): Plugin {
  return {
    name: 'statechart:main',
    resolveId: (id) => (id === MAIN ? `\0${id}` : undefined),
    load(id) {
      if (id !== `\0${MAIN}`) return undefined;
      return `import ${styles};import { mount } from ${standalone};import { chart } from 'virtual:statechart';mount(chart);`;
    },
    configureServer({ middlewares, transformIndexHtml }) {
      middlewares.use(async (request, response, next) => {
        if (new URL(request.url ?? '/', 'http://localhost').pathname !== '/') return next();
        const html = htmlWithHead(`<script type="module" src="/@id/${MAIN}"></script>`);
        response.setHeader('content-type', 'text/html');
        response.end(await transformIndexHtml('/', html));
      });
    },
  };
}

/** Writes the chart as one document, which needs no server and no network. */
async function writeDocument(path: string, plugins: Plugin[]): Promise<void> {
  const output = await build({
    ...{ configFile: false, logLevel: 'warn', plugins, publicDir: false },
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
  const script = scripts.join('\n').replaceAll('</script', '<\\/script');
  writeFileSync(
    path,
    htmlWithHead(`<style>${sheets.join('\n')}</style>\n<script type="module">${script}</script>`),
  );
  process.stdout.write(`${path}\n`);
}

const { values, positionals } = parseArgs({
  options: { out: { type: 'string' }, help: { type: 'boolean' } },
  allowPositionals: true,
});
const [module] = positionals;
if (module === undefined || values.help === true || !existsSync(module)) {
  process.stderr.write(
    module === undefined || values.help ? USAGE : `There is no file ${module}.\n`,
  );
  process.exit(values.help === true ? 0 : 1);
}
const plugins = [statechartPlugin({ config: resolve(module) }), mainPlugin()];
if (values.out !== undefined) {
  await writeDocument(values.out, plugins);
} else {
  const server = await createServer({
    ...{
      configFile: false,
      plugins,
      server: {
        port: 5_300,
        fs: { allow: [process.cwd(), dirname(resolve(module)), import.meta.dirname] },
      },
    },
  });
  await server.listen();
  server.printUrls();
}
