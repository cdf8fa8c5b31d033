import type { AuthEmitted } from '#machines/auth/auth.events.ts';
import { deferredService } from './deferred-service.ts';
import { type AuthStep, observeAuth } from './observe-auth.ts';
import type { ObservedTransition, TelemetrySettings } from './telemetry.types.ts';
import { whenIdle } from './when-idle.ts';

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
 * Starts the services that this build has keys for. They load when the browser is idle, so that neither the
 * first paint nor the sign-in waits for them. Without a key nothing is loaded or kept.
 */
export function startTelemetry(settings: TelemetrySettings): Telemetry {
  const analytics = startAnalytics(settings);
  const errors = startErrors(settings);
  let transitions: readonly ObservedTransition[] = [];
  let route = '';
  let impersonated = false;

  const report = (error: unknown, at: number, requestId: string | null = null) => {
    const reported = { error, at, requestId, transitions, route, impersonated };
    errors?.((service) => service.report(reported));
  };

  const step = observeAuth({
    onTransition(transition) {
      transitions = [...transitions.slice(1 - TRANSITION_COUNT), transition];
      analytics?.((service) => service.transition(transition));
    },
    onMember(member) {
      impersonated = member.impersonated;
      analytics?.((service) => service.identify(member));
    },
    onSignedOut() {
      impersonated = false;
      analytics?.((service) => service.reset());
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
      analytics?.((service) => service.page({ route: pattern, at }));
    },
  };
}

function startAnalytics({ analytics, machine }: TelemetrySettings) {
  if (analytics === null) return null;
  const load = async () => (await import('./posthog.ts')).createPostHog({ ...analytics, machine });
  return deferredService(load, whenIdle);
}

function startErrors({ errors, release, machine }: TelemetrySettings) {
  if (errors === null) return null;
  const load = async () =>
    (await import('./sentry.ts')).createSentry({ ...errors, release, machine });
  return deferredService(load, whenIdle);
}
