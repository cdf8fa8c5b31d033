import type { ActorRefFrom } from 'xstate';
import type { AuthMachine } from '#machines/auth/auth.machine.ts';
import { deferredService } from './deferred-service.ts';
import { ignoreUnhandledErrors, onUnhandledError } from './early-errors.ts';
import { observeAuth } from './observe-auth.ts';
import type {
  Analytics,
  ErrorReports,
  ObservedTransition,
  TelemetrySettings,
} from './telemetry.types.ts';
import { whenIdle } from './when-idle.ts';

/** Transitions of the machine that an error report contains. */
const TRANSITION_COUNT = 30;

type Deferred<Service> = (call: (service: Service) => void) => void;

export interface Telemetry {
  /** Observes the auth actor. Call it before the actor starts. */
  observe(actor: ActorRefFrom<AuthMachine>): void;
  /** Reports a page view. `route`: the route's pattern. */
  page(route: string): void;
}

/**
 * Starts the services that this build has keys for. They load when the browser is idle, so that neither the
 * first paint nor the sign-in waits for them. Without a key nothing is loaded or kept.
 *
 * @param now epoch milliseconds
 */
export function startTelemetry(settings: TelemetrySettings, now: () => number): Telemetry {
  const analytics = startAnalytics(settings);
  const errors = startErrors(settings);
  let transitions: readonly ObservedTransition[] = [];
  let route = '';
  let impersonated = false;

  const report = (error: unknown, at: number, requestId: string | null = null) => {
    const reported = { error, at, requestId, transitions, route, impersonated };
    errors?.((service) => service.report(reported));
  };

  if (errors === null) ignoreUnhandledErrors();
  else {
    onUnhandledError(({ error, at }) => report(error, at));
  }

  return {
    observe(actor) {
      observeAuth(
        actor,
        {
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
          onCreationFailed({ reason, requestId }) {
            const message = `The organization was not created: ${reason}.`;
            // biome-ignore lint/suspicious/noConsole: R7.8 asks for a log, also where no service is configured
            console.error(message, requestId ?? '');
            report(new Error(message), now(), requestId);
          },
        },
        now,
      );
    },
    page(pattern) {
      route = pattern;
      const page = { route: pattern, at: now() };
      analytics?.((service) => service.page(page));
    },
  };
}

function startAnalytics({ analytics }: TelemetrySettings): Deferred<Analytics> | null {
  if (analytics === null) return null;
  const load = async () => {
    const { createPostHog } = await import('./posthog.ts');
    // Evaluating the module, starting PostHog and making the kept calls are a task each.
    await untilIdle();
    const posthog = createPostHog(analytics);
    await untilIdle();
    return posthog;
  };
  return deferredService(load, whenIdle, untilIdle);
}

function startErrors({ errors, release }: TelemetrySettings): Deferred<ErrorReports> | null {
  if (errors === null) return null;
  const load = async () => (await import('./sentry.ts')).createSentry({ ...errors, release });
  return deferredService(load, whenIdle);
}

function untilIdle(): Promise<void> {
  return new Promise(whenIdle);
}
