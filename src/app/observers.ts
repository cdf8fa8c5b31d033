import { fingerprint } from 'virtual:machine-fingerprint';
import type { Actor } from 'xstate';
import { feedConfig } from '#chart/feed.config.ts';
import type { AuthMachine } from '#machines/auth/auth.machine.ts';
import type { AuthSnapshot } from '#machines/auth/auth.view.ts';
import { publishFeed } from '#statechart/feed/publish-feed.ts';
import { safeSessionStorage } from '../storage/web-storage.ts';
import { readBuildSettings } from '../telemetry/settings.ts';
import { startTelemetry } from '../telemetry/start-telemetry.ts';
import type { ActorStep } from './actor-steps.ts';
import { routeName } from './routing/route-name.ts';

/** What the chart's feed needs to know about this tab. */
const feedTab = {
  storage: safeSessionStorage,
  route: () => routeName(window.location.pathname),
};

/** Starts what only watches the product: telemetry, and the feed of the chart. Nothing waits for it. */
export async function startObservers() {
  const telemetry = await startTelemetry({ ...readBuildSettings(), machine: fingerprint });
  let publish: ReturnType<typeof publishFeed> | null = null;
  return {
    ...telemetry,
    step(actor: Actor<AuthMachine>, step: ActorStep<AuthSnapshot>): void {
      telemetry.step(step);
      if (import.meta.env.VITE_CHART === 'off') return;
      publish ??= publishFeed(actor, feedConfig, feedTab);
      publish(step);
    },
  };
}
