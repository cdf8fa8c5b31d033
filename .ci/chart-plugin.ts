import { join } from 'node:path';
import { type Plugin, runnerImport } from 'vite';
import type { ChartData } from '../src/features/chart/chart.types.ts';

const NAME = 'virtual:charter/chart';
const ID = `\0${NAME}`;

interface Builder {
  readonly chartData: (reportPath: string) => Promise<ChartData>;
}

/**
 * Works out the chart of the machine while the product is built: its layout, its shortest ways, the model's
 * last coverage. The page imports the result as `virtual:charter/chart`; the layout engine stays here.
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
      const { module, dependencies } = await runnerImport<Builder>(join(root, '.ci/chart-data.ts'));
      const report = join(root, 'coverage/model.json');
      for (const path of [...dependencies, report]) this.addWatchFile(path);
      const data = JSON.stringify(await module.chartData(report));
      // Text is read faster than a literal, and is one string to the minifier.
      return `export const data = JSON.parse(${JSON.stringify(data)});`;
    },
  };
}
