import { existsSync, readFileSync } from 'node:fs';
import { extname, join, relative, resolve } from 'node:path';
import { type Plugin, runnerImport } from 'vite';
import type { ChartData } from '../chart.types.ts';
import { defaultStepper } from '../explore/default-stepper.ts';
import { machineGraph } from '../explore/machine-graph.ts';
import type { Stepper } from '../explore/stepper.ts';
import { findDeclarations } from './declarations.ts';

/** The export `chart`: what the page draws, and what loads the rest. */
const CHART = 'virtual:statechart';
/** Where the parts of the machine are written. */
const DECLARATIONS = 'virtual:statechart/declarations';
/** The export `fingerprint`, for reports. */
const FINGERPRINT = 'virtual:statechart/fingerprint';

const IDS = [CHART, DECLARATIONS, FINGERPRINT];

/** The description of a state in the source of a machine. */
const DESCRIPTION = /\bdescription:\s*(?:'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"),?/g;

const DEFAULT_STEPPER = join(
  import.meta.dirname,
  `../explore/default-stepper${extname(import.meta.filename)}`,
);

/** The layout engine is loaded only when a chart is computed. */
const chartData = () => import('./chart-data.ts');

export interface StatechartOptions {
  /** The path, from the root of the project, of a module that exports `chart` (`ChartConfig`), or only a machine. */
  readonly config: string;
  /** Matches the paths of the files that define the machine; by default, each that the module imports of the project. */
  readonly sources?: RegExp;
  /**
   * Matches the files from which a build removes the descriptions of states: the chart has them in its data. Every
   * property `description` goes, so match no file that has others.
   */
  readonly removesDescriptions?: RegExp;
}

/**
 * Computes the chart of a machine in Node, so that neither the layout engine nor the machine is part of the page's first
 * view: `virtual:statechart` exports it. In development, a change of the machine reloads the page.
 */
export function statechartPlugin(options: StatechartOptions): Plugin {
  const { config: configPath, sources, removesDescriptions } = options;
  let root = '';
  let isBuild = false;
  /** The files whose change is a change of the chart. */
  let files: ReadonlySet<string> = new Set();
  let computed: Promise<ChartData> | null = null;

  const load = async () => {
    const path = resolve(root, configPath);
    const { module, dependencies } = await runnerImport<Record<string, unknown>>(path);
    const { configOf } = await chartData();
    const config = configOf(module, configPath);
    const stepperPath = config.stepper && resolve(root, config.stepper.path);
    const stepper = stepperPath ? await runnerImport<Record<string, unknown>>(stepperPath) : null;
    files = new Set(
      [
        path,
        ...dependencies,
        ...(stepperPath ? [stepperPath] : []),
        ...(stepper?.dependencies ?? []),
      ].filter((each) => existsSync(each) && !each.includes('/node_modules/')),
    );
    const create = config.stepper && stepper?.module[config.stepper.name];
    if (config.stepper && !isFactory(create)) {
      throw new Error(`${config.stepper.path} has no function ${config.stepper.name}.`);
    }
    const exported = Object.entries(module).find(([, value]) => value === config.machine);
    return { config, path, stepperPath, create, machineExport: exported?.[0] };
  };
  const isMachineFile = (path: string) => sources?.test(path) ?? true;

  return {
    name: 'statechart',
    config: () => ({ optimizeDeps: { exclude: ['@charter/statechart'] } }),
    configResolved(config) {
      root = config.root;
      isBuild = config.command === 'build';
    },
    resolveId(id) {
      return IDS.includes(id) ? `\0${id}` : undefined;
    },
    hotUpdate({ file }) {
      const { hot, moduleGraph, name } = this.environment;
      if (name !== 'client' || !files.has(file)) return undefined;
      computed = null;
      for (const id of IDS) {
        const module = moduleGraph.getModuleById(`\0${id}`);
        if (module !== undefined) moduleGraph.invalidateModule(module);
      }
      hot.send({ type: 'full-reload' });
      return [];
    },
    transform(code, id) {
      if (!isBuild || !removesDescriptions?.test(id)) return undefined;
      // With its line breaks, so that source maps stay right.
      return { code: code.replace(DESCRIPTION, (text) => text.replace(/[^\n]/g, '')), map: null };
    },
    async load(id) {
      if (!IDS.some((own) => id === `\0${own}`)) return undefined;
      const { config, path, stepperPath, create, machineExport } = await load();
      for (const file of files) this.addWatchFile(file);
      const graph = machineGraph(config.machine);
      if (id === `\0${FINGERPRINT}`) {
        return `export const fingerprint = ${JSON.stringify(graph.fingerprint)};`;
      }
      if (id === `\0${DECLARATIONS}`) {
        const texts = [...files].filter(isMachineFile).map((file) => ({
          path: relative(root, file),
          text: readFileSync(file, 'utf8'),
        }));
        return `export const declarations = ${parsed(findDeclarations(graph, texts))};`;
      }
      const stepper = isFactory(create) ? create() : defaultStepper(config.machine);
      const { computeChart } = await chartData();
      computed ??= computeChart(config, stepper);
      return `export const chart = {
        data: ${parsed(await computed)},
        loadStepper: ${stepperCode({ path, stepperPath, name: config.stepper?.name, machineExport })},
        loadDeclarations: async () => (await import('${DECLARATIONS}')).declarations,
      };`;
    },
  };
}

function isFactory(value: unknown): value is () => Stepper {
  return typeof value === 'function';
}

interface StepperModule {
  readonly path: string;
  readonly stepperPath: string | undefined;
  readonly name: string | undefined;
  /** The name under which the module exports its machine; without one, it is in `chart`. */
  readonly machineExport: string | undefined;
}

/** A function that loads a stepper into the page. */
function stepperCode({ path, stepperPath, name, machineExport }: StepperModule): string {
  if (stepperPath !== undefined) {
    return `async () => (await import(${JSON.stringify(stepperPath)})).${name}()`;
  }
  const machine = machineExport === undefined ? 'chart.machine' : machineExport;
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
