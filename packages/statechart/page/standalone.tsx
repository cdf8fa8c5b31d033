import { createRoot } from 'react-dom/client';
import type { Chart } from '../chart.types.ts';
import { StatechartPage } from './statechart-page.tsx';

/** Draws a chart in a document that has nothing else. */
export function mount(chart: Chart): void {
  createRoot(document.body.appendChild(document.createElement('div'))).render(
    <StatechartPage chart={chart} />,
  );
}
