import type { AnyStateMachine, StateValue } from 'xstate';
import type { StepSequence } from '../packages/statechart/explore/steps.ts';
import type { Redaction } from './feed/redact-event.ts';

/** How a tab publishes its machine to charts. */
export interface FeedConfig {
  /** The `BroadcastChannel` between the tabs and the charts of one browser. */
  readonly channelName: string;
  /** Writes the active states as the paths of their leaves, joined by spaces: `signedOut.stepUp.otp.idle`. */
  readonly statePath: (value: StateValue) => string;
  readonly redaction: Redaction;
}

/** The exports of `chart.config.ts`. */
export interface ChartConfig {
  readonly machine: AnyStateMachine;
  readonly buildConfig: BuildConfig;
}

/** What the build of the chart page reads: the stepper's module, the coverage reports, the test template. */
export interface BuildConfig {
  /**
   * The path of a module from the root of the repository, and the name of its export that creates the machine's
   * stepper. It is not imported, because every visitor loads the configuration of the feed, and would load the
   * payload cases with it.
   */
  readonly stepper: { readonly path: string; readonly name: string };
  /**
   * The walks whose transitions the map emphasizes and names: what the machine is mostly for. Each walk after the first
   * starts on the page that comes back after the walk before it, as from another site.
   */
  readonly mainWalks: readonly StepSequence[];
  /**
   * What a state of the map is for, in a few words below its name, by the ids of the states. A closed state without any
   * says how many states it hides.
   */
  readonly mapNotes?: Readonly<Record<string, string>>;
  /** A file that declares the events as types, `{ type: 'name' }`, with their descriptions as comments. */
  readonly eventTypes?: string;
  /** Groups of words that mean the same to the search, in small letters, joined by spaces. */
  readonly synonyms?: readonly string[];
  /** Paths of coverage reports from the root of the repository, the preferred one first. */
  readonly coverageReports: readonly string[];
  /**
   * A test file in which `{{title}}` and `{{input}}` stand for string literals, and `{{steps}}` for statements
   * that call the functions `step(type, case, clock, guardOverrides?)` and `state()` of the template.
   */
  readonly testTemplate: string;
}
