declare module 'virtual:statechart' {
  export const chart: import('./chart.types.ts').Chart;
}

declare module 'virtual:statechart/fingerprint' {
  export const fingerprint: string;
}
