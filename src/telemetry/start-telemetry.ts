import type { AuthEmitted } from '#machines/auth/auth.events.ts';
import { type AuthStep, observeAuth } from './observe-auth.ts';
import type { ObservedTransition, TelemetrySettings } from './telemetry.types.ts';

/** Transitions of the machine that an error report contains. */
const TRANSITION_COUNT = 30;

type CreationFailure = Extract<AuthEmitted, { type: 'creationFailed' }>;

export interface Telemetry {
  /** Observes a step of the auth actor. */
  step(step: AuthStep): void;
  /** Reports that an organization was not created (R7.8). `at`: epoch milliseconds. */
  creationFailed(failure: CreationFailure, at: number): void;
  /** Reports an unhandled error. `at`: epoch milliseconds. */
  error(error: unknown, at: number): void;
  /** Reports a page view. `route`: the route's pattern; `at`: epoch milliseconds. */
  page(route: string, at: number): void;
}

/**
 * Loads and starts the services that this build has keys for. One that cannot be loaded is off: many browsers block
 * them (R18.6).
 */
export async function startTelemetry(settings: TelemetrySettings): Promise<Telemetry> {
  const [analytics, errors] = await Promise.all([
    startAnalytics(settings).catch(() => null),
    startErrors(settings).catch(() => null),
  ]);
  let transitions: readonly ObservedTransition[] = [];
  let route = '';
  let impersonated = false;

  const report = (error: unknown, at: number, requestId: string | null = null) => {
    errors?.report({ error, at, requestId, transitions, route, impersonated });
  };

  const step = observeAuth({
    onTransition(transition) {
      transitions = [...transitions.slice(1 - TRANSITION_COUNT), transition];
      analytics?.transition(transition);
    },
    onMember(session) {
      impersonated = session.impersonated;
      analytics?.identify(session);
    },
    onSignedOut() {
      impersonated = false;
      analytics?.reset();
    },
  });

  return {
    step,
    error: (error, at) => report(error, at),
    creationFailed({ reason, requestId }, at) {
      const message = `The organization was not created: ${reason}.`;
      // biome-ignore lint/suspicious/noConsole: R7.8 asks for a log, also where no service is configured
      console.error(message, requestId ?? '');
      report(new Error(message), at, requestId);
    },
    page(pattern, at) {
      route = pattern;
      analytics?.page({ route: pattern, at });
    },
  };
}

async function startAnalytics({ analytics, machine }: TelemetrySettings) {
  if (analytics === null) return null;
  return (await import('./posthog.ts')).createPostHog({ ...analytics, machine });
}

async function startErrors({ errors, release, machine }: TelemetrySettings) {
  if (errors === null) return null;
  return (await import('./sentry.ts')).createSentry({ ...errors, release, machine });
}
