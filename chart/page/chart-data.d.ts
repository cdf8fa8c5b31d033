declare module 'virtual:charter/chart' {
  export const data: import('../model/chart.types.ts').BuildData;
  export const createStepper: () => import('../../machines/explore/stepper.ts').Stepper;
}
