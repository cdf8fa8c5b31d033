import type { TokenHolder } from '../callback.ts';
import type { Bootstrap } from '../sdk/bootstrap.ts';
import type { PkcePairs } from '../sdk/pkce.ts';
import type { SdkClient } from '../sdk/sdk-adapter.ts';
import type { SessionMonitor } from '../session/session-monitor.ts';
import type { Transport } from '../transport/transport.ts';

/** The modules and the SDK client that every actor uses, also before Google. */
export interface EarlyActorDeps {
  readonly client: SdkClient;
  readonly publicToken: string;
  readonly transport: Transport;
  readonly bootstrap: Bootstrap;
  readonly sessionMonitor: SessionMonitor;
  readonly pkce: PkcePairs;
  readonly token: TokenHolder;
  /** Refreshes the session at the provider. `minutes`: the session's new length, `null` to keep it. */
  readonly authenticate: (minutes: number | null) => Promise<unknown>;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** A number in [0, 1). */
  readonly random: () => number;
}
