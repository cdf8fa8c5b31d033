import { extname, join } from 'node:path';
import type { Alias, Plugin } from 'vite';
import { loadMachine } from './load-machine.ts';

/** Its export `chart` is what the page draws, and what loads the machine. */
const MODULE = 'virtual:statechart';

const DEFAULT_STEPPER = join(
  import.meta.dirname,
  `../explore/default-stepper${extname(import.meta.filename)}`,
);

export interface StatechartOptions {
  /** The path, from the root of the project, of a module that exports `chart` (`ChartConfig`), or only a machine. */
  readonly config: string;
}

/**
 * Computes the chart of a machine in Node, so that neither the layout engine nor the machine is part of the page's first
 * view: `virtual:statechart` exports it. In development, a change of the machine reloads the page.
 */
export function statechartPlugin({ config: modulePath }: StatechartOptions): { name: string } {
  let root = '';
  let alias: readonly Alias[] = [];
  let files: ReadonlySet<string> = new Set();

  const plugin: Plugin = {
    name: 'statechart',
    config: () => ({ optimizeDeps: { exclude: ['@charter/statechart'] } }),
    configResolved(config) {
      root = config.root;
      alias = config.resolve.alias;
    },
    resolveId(id) {
      return id === MODULE ? `\0${id}` : undefined;
    },
    hotUpdate({ file }) {
      const { hot, moduleGraph, name } = this.environment;
      if (name !== 'client' || !files.has(file)) return undefined;
      const module = moduleGraph.getModuleById(`\0${MODULE}`);
      if (module !== undefined) moduleGraph.invalidateModule(module);
      hot.send({ type: 'full-reload' });
      return [];
    },
    async load(id) {
      if (id !== `\0${MODULE}`) return undefined;
      const loaded = await loadMachine(root, modulePath, alias);
      files = loaded.files;
      for (const file of files) this.addWatchFile(file);
      // The layout engine is loaded only when a chart is computed.
      const { computeChart } = await import('./chart-data.ts');
      // Parsing a string is faster than an object literal, and no minifier looks into it.
      const text = JSON.stringify(JSON.stringify(await computeChart(loaded.config)));
      return `export const chart = {
        data: JSON.parse(${text}),
        loadStepper: async () => {
          const [{ defaultStepper }, module] = await Promise.all([
            import(${JSON.stringify(DEFAULT_STEPPER)}),
            import(${JSON.stringify(loaded.path)}),
          ]);
          const { machine, createStepper = () => defaultStepper(machine) } = ${loaded.exported};
          return createStepper();
        },
      };`;
    },
  };
  return plugin;
}
