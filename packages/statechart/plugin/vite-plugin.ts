import { existsSync, readFileSync } from 'node:fs';
import { extname, join, relative, resolve } from 'node:path';
import { type Plugin, runnerImport } from 'vite';
import type { ChartConfig, ChartData } from '../chart.types.ts';
import { defaultStepper } from '../explore/default-stepper.ts';
import { machineGraph } from '../explore/machine-graph.ts';
import type { Stepper } from '../explore/stepper.ts';
import { findDeclarations } from './declarations.ts';

/**
 * The export `chart` is what the page draws, and what loads the rest; `/declarations` says where the parts of the machine
 * are written. In development, `?module=` names another module than the configured one.
 */
const OWN_ID = /^virtual:statechart(\/declarations)?(?:\?module=([^&]+))?$/;

const DEFAULT_STEPPER = join(
  import.meta.dirname,
  `../explore/default-stepper${extname(import.meta.filename)}`,
);

/** The layout engine is loaded only when a chart is computed. */
const chartData = () => import('./chart-data.ts');

export interface StatechartOptions {
  /** The path, from the root of the project, of a module that exports `chart` (`ChartConfig`), or only a machine. */
  readonly config: string;
}

/**
 * Computes the chart of a machine in Node, so that neither the layout engine nor the machine is part of the page's first
 * view: `virtual:statechart` exports it. In development, a change of the machine reloads the page.
 */
export function statechartPlugin({ config: configPath }: StatechartOptions): Plugin {
  let root = '';
  const charts = new Map<string, LoadedChart>();

  const load = async (modulePath: string): Promise<LoadedChart> => {
    const path = resolve(root, modulePath);
    if (relative(root, path).startsWith('..') && modulePath !== configPath) {
      throw new Error(`${modulePath} is no file of this project.`);
    }
    const { module, dependencies } = await runnerImport<Record<string, unknown>>(path);
    const { configOf } = await chartData();
    const config = configOf(module, modulePath);
    const { path: ownPath, name = '' } = config.stepper ?? {};
    const stepperPath = ownPath && resolve(root, ownPath);
    const stepper = stepperPath ? await runnerImport<Record<string, unknown>>(stepperPath) : null;
    const create = stepper?.module[name];
    if (stepper && !isFactory(create)) throw new Error(`${ownPath} has no function ${name}.`);
    const exported = Object.entries(module).find(([, value]) => value === config.machine);
    const own = (paths: readonly string[]) =>
      paths.filter((each) => existsSync(each) && !each.includes('/node_modules/'));
    const sources = own([path, ...dependencies]);
    const loaded: LoadedChart = {
      config,
      sources,
      files: new Set([...sources, ...own([stepperPath ?? '', ...(stepper?.dependencies ?? [])])]),
      create: isFactory(create) ? create : () => defaultStepper(config.machine),
      code: stepperPath
        ? `async () => (await import(${JSON.stringify(stepperPath)})).${name}()`
        : defaultStepperCode(path, exported?.[0] ?? 'chart.machine'),
      computed: charts.get(modulePath)?.computed ?? null,
    };
    charts.set(modulePath, loaded);
    return loaded;
  };

  return {
    name: 'statechart',
    config: () => ({ optimizeDeps: { exclude: ['@charter/statechart'] } }),
    configResolved(config) {
      root = config.root;
    },
    configureServer({ middlewares }) {
      // To open a module runs it: no page of another site may do that.
      middlewares.use(({ url = '', headers }, response, next) => {
        if (!isOpening(url) || headers['sec-fetch-site'] === 'same-origin') return next();
        response.writeHead(403).end();
      });
    },
    resolveId(id) {
      return OWN_ID.test(id) ? `\0${id}` : undefined;
    },
    hotUpdate({ file }) {
      const { hot, moduleGraph, name } = this.environment;
      const changed = [...charts.values()].filter(({ files }) => files.has(file));
      if (name !== 'client' || changed.length === 0) return undefined;
      for (const chart of changed) chart.computed = null;
      for (const [id, module] of moduleGraph.idToModuleMap) {
        if (OWN_ID.test(id.slice(1))) moduleGraph.invalidateModule(module);
      }
      hot.send({ type: 'full-reload' });
      return [];
    },
    async load(id) {
      const [own, kind, query] = OWN_ID.exec(id.slice(1)) ?? [];
      if (own === undefined) return undefined;
      const chart = await load(query === undefined ? configPath : decodeURIComponent(query));
      const { config, files, sources, create, code } = chart;
      for (const file of files) this.addWatchFile(file);
      if (kind !== undefined) {
        const graph = machineGraph(config.machine);
        const texts = sources.map((file) => ({
          path: relative(root, file),
          text: readFileSync(file, 'utf8'),
        }));
        return `export const declarations = ${parsed(findDeclarations(graph, texts))};`;
      }
      const { computeChart } = await chartData();
      chart.computed ??= computeChart(config, create());
      const declarations = own.replace('statechart', 'statechart/declarations');
      return `export const chart = {
        data: ${parsed(await chart.computed)},
        loadStepper: ${code},
        loadDeclarations: async () => (await import('${declarations}')).declarations,
      };`;
    },
  };
}

interface LoadedChart {
  readonly config: ChartConfig;
  /** The files of the project that define the machine. */
  readonly sources: readonly string[];
  /** The files whose change is a change of the chart. */
  readonly files: ReadonlySet<string>;
  readonly create: () => Stepper;
  /** The code of a function that loads the stepper into the page. */
  readonly code: string;
  computed: Promise<ChartData> | null;
}

/** Whether a request opens another module than the configured one; decodes the URL as Vite does. */
function isOpening(url: string): boolean {
  try {
    return /virtual:statechart[^?]*\?module=/.test(decodeURI(url));
  } catch {
    return false;
  }
}

function isFactory(value: unknown): value is () => Stepper {
  return typeof value === 'function';
}

function defaultStepperCode(path: string, machine: string): string {
  return `async () => {
    const [{ defaultStepper }, module] = await Promise.all([
      import(${JSON.stringify(DEFAULT_STEPPER)}),
      import(${JSON.stringify(path)}),
    ]);
    return defaultStepper(module.${machine});
  }`;
}

/** Data as an expression: parsing a string is faster than an object literal, and no minifier looks into it. */
function parsed(data: unknown): string {
  return `JSON.parse(${JSON.stringify(JSON.stringify(data))})`;
}
