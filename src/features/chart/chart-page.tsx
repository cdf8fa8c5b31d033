import { data } from 'virtual:charter/chart';
import { authMachine } from '#machines/auth/auth.machine.ts';
import { ChartView } from './chart-view.tsx';
import { chartGraph } from './graph.ts';

const graph = chartGraph(authMachine);

/** The statechart page: the machine of this very build, and what the build worked out about it. */
export function ChartPage() {
  return <ChartView graph={graph} data={data} />;
}
