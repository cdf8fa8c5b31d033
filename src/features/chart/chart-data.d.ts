declare module 'virtual:charter/chart' {
  export const data: import('./chart.types.ts').ChartData;
}
