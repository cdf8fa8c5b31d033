import { use } from 'react';
import { authMachine } from '#machines/auth/auth.machine.ts';
import type { ChartData } from './chart.types.ts';
import { ChartView } from './chart-view.tsx';
import { chartGraph } from './graph.ts';

const graph = chartGraph(authMachine);
const loaded: Promise<ChartData> = import('virtual:charter/chart').then(({ data }) => data);

/** The statechart page: the machine of this very build, and what the build worked out about it. */
export function ChartPage() {
  return <ChartView graph={graph} data={use(loaded)} />;
}
