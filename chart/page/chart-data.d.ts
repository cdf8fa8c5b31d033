declare module 'virtual:charter/chart' {
  export const data: import('../model/chart.types.ts').BuildData;
  export const loadStepper: () => Promise<
    import('../../packages/statechart/explore/stepper.ts').Stepper
  >;
  export const loadDetails: () => Promise<import('../model/chart.types.ts').BuildDetails>;
}

declare module 'virtual:charter/details' {
  export const details: import('../model/chart.types.ts').BuildDetails;
}

declare module 'virtual:charter/fingerprint' {
  export const fingerprint: string;
}
