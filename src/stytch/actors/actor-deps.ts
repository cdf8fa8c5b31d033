import type { TokenHolder } from '../callback.ts';
import type { Connection } from '../connection.ts';
import type { SessionMonitor } from '../session/session-monitor.ts';

/** What the actors use. */
export interface ActorDeps extends Connection {
  readonly sessionMonitor: SessionMonitor;
  readonly token: TokenHolder;
  /** A number in [0, 1). */
  readonly random: () => number;
}
