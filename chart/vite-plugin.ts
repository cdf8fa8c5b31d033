import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Plugin, runnerImport } from 'vite';
import type { Stepper } from '../machines/explore/stepper.ts';
import type { BuildConfig } from './config.types.ts';
import { cachedText } from './layout/cache.ts';
import type { BuildData, ChartCoverage } from './model/chart.types.ts';

const VIRTUAL_ID = 'virtual:charter/chart';
const RESOLVED_ID = `\0${VIRTUAL_ID}`;

/** The exports of `layout/chart-data.ts`. */
interface ChartDataModule extends Pick<BuildConfig, 'coverageReports' | 'stepper'> {
  readonly chartFingerprint: string;
  readonly computeChartData: (createStepper: () => Stepper) => Promise<Omit<BuildData, 'coverage'>>;
  readonly selectCoverage: (paths: readonly string[], fingerprint: string) => ChartCoverage | null;
}

/** The description of a state in the source of a machine. */
const DESCRIPTION = /\bdescription:\s*(?:'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"),?/g;

/**
 * Gives the page `virtual:charter/chart`: the layouts, the shortest paths and the coverage, which it computes at
 * build time so that the layout engine is not part of the page, and the stepper. Slow results are cached.
 *
 * In a build the machine has no descriptions: only the chart shows them, and they are 1 kB of what leads to Google.
 *
 * @param machineFiles matches the paths of the files that define the machine
 */
export function chartPlugin({ machineFiles }: { readonly machineFiles: RegExp }): Plugin {
  let root = '';
  let isBuild = false;
  return {
    name: 'charter:chart',
    configResolved(config) {
      root = config.root;
      isBuild = config.command === 'build';
    },
    resolveId(id) {
      return id === VIRTUAL_ID ? RESOLVED_ID : undefined;
    },
    transform(code, id) {
      if (!isBuild || !machineFiles.test(id)) return undefined;
      // With its line breaks, so that source maps stay right.
      return { code: code.replace(DESCRIPTION, (text) => text.replace(/[^\n]/g, '')), map: null };
    },
    async load(id) {
      if (id !== RESOLVED_ID) return undefined;
      const entry = join(root, 'chart/layout/chart-data.ts');
      const { module, dependencies } = await runnerImport<ChartDataModule>(entry);
      const stepperPath = join(root, module.stepper.path);
      const stepperModule = await runnerImport<Record<string, () => Stepper>>(stepperPath);
      const createStepper = stepperModule.module[module.stepper.name];
      if (createStepper === undefined) throw new Error(`${stepperPath} has no such export.`);
      const files = [entry, ...dependencies, stepperPath, ...stepperModule.dependencies];
      const reports = module.coverageReports.map((path) => join(root, path));
      // A fresh clone has no report of its own, and a missing file cannot be watched.
      for (const path of [...files, ...reports.filter((report) => existsSync(report))]) {
        this.addWatchFile(path);
      }
      const data = await cachedText({ root, files }, async () => {
        const computed = await module.computeChartData(createStepper);
        return { text: JSON.stringify(computed), isCacheable: computed.layouts !== null };
      });
      const coverage = JSON.stringify(module.selectCoverage(reports, module.chartFingerprint));
      // JSON.parse of a string is faster than an object literal, and the minifier need not look into it.
      return `export { ${module.stepper.name} as createStepper } from ${JSON.stringify(stepperPath)};
      export const data = {
        ...JSON.parse(${JSON.stringify(data)}),
        coverage: JSON.parse(${JSON.stringify(coverage)}),
      };`;
    },
  };
}
