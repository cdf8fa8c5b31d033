declare module 'virtual:statechart' {
  export const chart: import('./chart.types.ts').Chart;
}
