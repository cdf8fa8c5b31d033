import type { AnyStateMachine } from 'xstate';
import type { MachineGraph } from './explore/machine-graph.ts';
import type { Stepper } from './explore/stepper.ts';
import type { StepSequence } from './explore/steps.ts';
import type { ChartLayout, DetailLevel } from './layout/layout.types.ts';

/** What a module that exports `chart` says about its machine. Every field but the machine is optional. */
export interface ChartConfig {
  readonly machine: AnyStateMachine;
  /** A stepper with payload cases. Without it, the page simulates with events and results that carry no data. */
  readonly createStepper?: () => Stepper;
  /** The walks that the map emphasizes and names: what the machine is mostly for. */
  readonly mainWalks?: readonly StepSequence[];
  /** What 'Copy as a test' fills in; see `testSourceOf`. */
  readonly testTemplate?: string;
}

/** What the page draws: plain data, in one file. */
export interface ChartData {
  readonly graph: MachineGraph;
  /** By kind and name; see `sourcesOf`. */
  readonly codes: Readonly<Record<string, string>>;
  readonly layouts: Readonly<Record<DetailLevel, ChartLayout>>;
  /** The ids of the transitions of the main walks. */
  readonly main: readonly string[];
  readonly testTemplate: string;
}

/** The export `chart` of `virtual:statechart`. */
export interface Chart {
  readonly data: ChartData;
  /** Loads the machine, and its payload cases. */
  readonly loadStepper: () => Promise<Stepper>;
}
