import type { StateValue } from 'xstate';
import type { Redaction } from './feed/redact-event.ts';

/** How a tab publishes its machine to charts. */
export interface FeedConfig {
  /** The `BroadcastChannel` between the tabs and the charts of one browser. */
  readonly channelName: string;
  /** Writes the active states as the paths of their leaves, joined by spaces: `signedOut.stepUp.otp.idle`. */
  readonly stateKey: (value: StateValue) => string;
  readonly redaction: Redaction;
}
