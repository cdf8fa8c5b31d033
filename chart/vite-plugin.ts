import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Plugin, runnerImport } from 'vite';
import { machineGraph } from '../packages/statechart/explore/machine-graph.ts';
import type { Stepper } from '../packages/statechart/explore/stepper.ts';
import type { ChartConfig } from './config.types.ts';
import { cachedText } from './layout/cache.ts';
import type { Coverage } from './layout/chart-data.ts';
import { machineSources } from './layout/source-locations.ts';
import type { BuildDetails, ComputedChart, MachineMessage } from './model/chart.types.ts';

/** What the chart page shows at once, and what loads the rest. */
const CHART = 'virtual:charter/chart';
/** What only a panel or the simulation needs: loaded when one is opened. */
const DETAILS = 'virtual:charter/details';
/** The fingerprint of the machine, for reports. */
const FINGERPRINT = 'virtual:charter/fingerprint';

/** In development, reloads a page without a chart when the machine has changed. */
const RELOAD = 'virtual:charter/reload';

/** The event by which the development server sends `MachineMessage`. */
const MACHINE_EVENT = 'charter:machine';

const IDS = [CHART, DETAILS, FINGERPRINT, RELOAD];

/** The exports of `layout/chart-data.ts`. */
interface ChartDataModule {
  readonly computeChartData: (
    config: ChartConfig,
    createStepper: () => Stepper,
  ) => Promise<ComputedChart>;
  readonly selectCoverage: (paths: readonly string[], fingerprint: string) => Coverage | null;
}

/** The description of a state in the source of a machine. */
const DESCRIPTION = /\bdescription:\s*(?:'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"),?/g;

/** A chart is in the document as soon as its page is loaded. */
const RELOAD_SCRIPT = `import.meta.hot?.on('${MACHINE_EVENT}', () => {
  if (document.querySelector('[data-chart-page]') === null) location.reload();
});`;

/** An imported module, with the path of each file that it consists of. */
interface Loaded<Module> {
  readonly path: string;
  readonly module: Module;
  readonly files: readonly string[];
}

interface ChartOptions {
  /** The path of the chart's configuration from the root of the repository. */
  readonly config: string;
  /** Matches the paths of the files that define the machine. */
  readonly machineFiles: RegExp;
}

/**
 * Gives the page `virtual:charter/chart`: the machine's graph, its layouts, the shortest paths and the coverage, which
 * it computes at build time so that neither the layout engine nor the machine is part of what the first view loads. Slow
 * results are cached.
 *
 * In a build the machine has no descriptions: only the chart shows them, and they are 1 kB of what leads to Google.
 */
export function chartPlugin({ config: configFile, machineFiles }: ChartOptions): Plugin {
  let root = '';
  let isBuild = false;
  const load = async <Module>(file: string): Promise<Loaded<Module>> => {
    const path = join(root, file);
    const { module, dependencies } = await runnerImport<Module>(path);
    return { path, module, files: [path, ...dependencies] };
  };
  /** The files whose change is a change of the machine or of its stepper. */
  let machineDependencies: ReadonlySet<string> = new Set();
  const readMachine = async (): Promise<MachineMessage> => {
    try {
      const { module } = await load<ChartConfig>(configFile);
      return { graph: machineGraph(module.machine) };
    } catch (error) {
      return { problem: error instanceof Error ? error.message : String(error) };
    }
  };
  const computeChart = async (
    config: Loaded<ChartConfig>,
    chartData: Loaded<ChartDataModule>,
  ): Promise<
    ComputedChart & { readonly stepperPath: string; readonly files: readonly string[] }
  > => {
    const { path, name } = config.module.buildConfig.stepper;
    const stepper = await load<Record<string, () => Stepper>>(path);
    const createStepper = stepper.module[name];
    if (createStepper === undefined) throw new Error(`${stepper.path} has no such export.`);
    machineDependencies = new Set([...config.files, ...stepper.files]);
    const files = [...machineDependencies, ...chartData.files];
    const text = await cachedText({ root, files }, async () => {
      const computed = await chartData.module.computeChartData(config.module, createStepper);
      return { text: JSON.stringify(computed), isCacheable: computed.data.layouts !== null };
    });
    return { ...JSON.parse(text), stepperPath: stepper.path, files };
  };
  return {
    name: 'charter:chart',
    configResolved(config) {
      root = config.root;
      isBuild = config.command === 'build';
    },
    resolveId(id) {
      return IDS.includes(id) ? `\0${id}` : undefined;
    },
    transformIndexHtml() {
      if (isBuild) return undefined;
      return [{ tag: 'script', attrs: { type: 'module', src: `/@id/${RELOAD}` } }];
    },
    /** A chart draws a changed machine without a reload. */
    hotUpdate: {
      order: 'pre',
      async handler({ file, modules, timestamp }) {
        const { hot, moduleGraph, name } = this.environment;
        const chart = moduleGraph.getModuleById(`\0${CHART}`);
        if (name !== 'client' || chart === undefined || !machineDependencies.has(file)) {
          return undefined;
        }
        for (const each of modules) moduleGraph.invalidateModule(each, new Set(), timestamp, true);
        const message = await readMachine();
        hot.send(MACHINE_EVENT, message);
        return 'graph' in message ? [chart] : [];
      },
    },
    transform(code, id) {
      if (!isBuild || !machineFiles.test(id)) return undefined;
      // With its line breaks, so that source maps stay right.
      return { code: code.replace(DESCRIPTION, (text) => text.replace(/[^\n]/g, '')), map: null };
    },
    async load(id) {
      if (!IDS.some((own) => id === `\0${own}`)) return undefined;
      if (id === `\0${RELOAD}`) return RELOAD_SCRIPT;
      const config = await load<ChartConfig>(configFile);
      const { machine, buildConfig } = config.module;
      const { fingerprint } = machineGraph(machine);
      for (const path of config.files) this.addWatchFile(path);
      if (id === `\0${FINGERPRINT}`) {
        return `export const fingerprint = ${JSON.stringify(fingerprint)};`;
      }
      const chartData = await load<ChartDataModule>('chart/layout/chart-data.ts');
      const reports = buildConfig.coverageReports.map((path) => join(root, path));
      // A missing file cannot be watched, and a fresh clone has no report of its own.
      for (const path of reports.filter((report) => existsSync(report))) this.addWatchFile(path);
      const covered = chartData.module.selectCoverage(reports, fingerprint);
      const { takenBy = {}, ...coverage } = covered ?? {};
      if (id === `\0${DETAILS}`) {
        const { eventTypes, synonyms = [] } = buildConfig;
        if (eventTypes !== undefined) this.addWatchFile(join(root, eventTypes));
        const options = { root, config: config.path, machineFiles, eventTypes };
        const sources = await machineSources(options);
        const isOwn = covered?.machine === fingerprint;
        const { details: computed } = await computeChart(config, chartData);
        const details: BuildDetails = {
          ...computed,
          ...sources,
          takenBy: isOwn ? takenBy : {},
          synonyms: synonyms.map((words) => words.split(' ')),
        };
        return `export const details = ${parsed(JSON.stringify(details))};`;
      }
      const { data, stepperPath, files } = await computeChart(config, chartData);
      for (const path of files) this.addWatchFile(path);
      const { name } = buildConfig.stepper;
      return `export const loadStepper = async () => (await import(${JSON.stringify(stepperPath)})).${name}();
      export const loadDetails = async () => (await import('${DETAILS}')).details;
      export const data = {
        ...${parsed(JSON.stringify(data))},
        coverage: ${parsed(JSON.stringify(covered && coverage))},
      };`;
    },
  };
}

/** JSON as an expression: parsing a string is faster than an object literal, and no minifier looks into it. */
function parsed(json: string): string {
  return `JSON.parse(${JSON.stringify(json)})`;
}
