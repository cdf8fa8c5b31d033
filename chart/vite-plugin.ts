import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Plugin, runnerImport } from 'vite';
import { cachedText } from './layout/cache.ts';
import type { ChartCoverage, ChartData } from './model/chart.types.ts';

const NAME = 'virtual:charter/chart';
const ID = `\0${NAME}`;

/** The model's last run on this machine, and the one that is kept in the repository. */
const REPORTS = ['coverage/model.json', 'tests/model/machine/data/transition-coverage.json'];

interface Builder {
  readonly chartData: () => Promise<Omit<ChartData, 'coverage'>>;
  readonly chartFingerprint: string;
  readonly coverageOf: (paths: readonly string[], fingerprint: string) => ChartCoverage | null;
}

/**
 * Works out the chart of the machine while the product is built: its layout, its shortest ways, the model's
 * last coverage. What takes long is kept until anything it is made of changes. The page imports the result as
 * `virtual:charter/chart`; the layout engine stays here.
 */
export function chartPlugin(): Plugin {
  let root = '';
  return {
    name: 'charter:chart',
    configResolved(config) {
      root = config.root;
    },
    resolveId(id) {
      return id === NAME ? ID : undefined;
    },
    async load(id) {
      if (id !== ID) return undefined;
      const entry = join(root, 'chart/layout/chart-data.ts');
      const { module, dependencies } = await runnerImport<Builder>(entry);
      const files = [entry, ...dependencies];
      const reports = REPORTS.map((path) => join(root, path));
      // A fresh clone has no run of its own yet, and what is not there cannot be watched.
      for (const path of [...files, ...reports.filter((report) => existsSync(report))])
        this.addWatchFile(path);
      const worked = await cachedText({ root, files }, async () => {
        const data = await module.chartData();
        return { text: JSON.stringify(data), isCacheable: data.layouts !== null };
      });
      const coverage = JSON.stringify(module.coverageOf(reports, module.chartFingerprint));
      // Text is read faster than a literal, and is one string to the minifier.
      return `export const data = {
        ...JSON.parse(${JSON.stringify(worked)}),
        coverage: JSON.parse(${JSON.stringify(coverage)}),
      };`;
    },
  };
}
