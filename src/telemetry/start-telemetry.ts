import type { ActorRefFrom } from 'xstate';
import type { AuthMachine } from '#machines/auth/auth.machine.ts';
import { deferred } from './deferred.ts';
import { ignoreUnhandledErrors, onUnhandledError } from './early-errors.ts';
import { observeAuth } from './observe-auth.ts';
import type { Analytics, ErrorReports, TelemetrySettings, Transition } from './telemetry.types.ts';
import { whenIdle } from './when-idle.ts';

/** Steps of the machine that an error report tells. */
const TRAIL_LENGTH = 30;

type Say<Service> = (say: (service: Service) => void) => void;

/** Telemetry as the app sees it. */
export interface Telemetry {
  /** Observes the auth actor; to be called before it starts. */
  observe(actor: ActorRefFrom<AuthMachine>): void;
  /** A page is shown, by the pattern of its route. */
  page(route: string): void;
}

/**
 * Starts what this build was configured with; without a key nothing is loaded and nothing is kept. The
 * services load when the browser is idle, so no first paint and no sign-in waits for them.
 *
 * @param settings the build's keys
 * @param now epoch milliseconds
 */
export function startTelemetry(settings: TelemetrySettings, now: () => number): Telemetry {
  const analytics = startAnalytics(settings);
  const errors = startErrors(settings);
  let trail: readonly Transition[] = [];
  let route = '';
  let impersonated = false;

  if (errors === null) ignoreUnhandledErrors();
  else {
    onUnhandledError(({ error, at }) => {
      const unhandled = { error, at, trail, route, impersonated };
      errors((service) => service.report(unhandled));
    });
  }

  return {
    observe(actor) {
      observeAuth(
        actor,
        {
          transition(step) {
            trail = [...trail.slice(1 - TRAIL_LENGTH), step];
            analytics?.((service) => service.transition(step));
          },
          member(member) {
            impersonated = member.impersonated;
            analytics?.((service) => service.identify(member));
          },
          nobody() {
            impersonated = false;
            analytics?.((service) => service.reset());
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

function startAnalytics({ analytics }: TelemetrySettings): Say<Analytics> | null {
  if (analytics === null) return null;
  const load = async () => {
    const { createPostHog } = await import('./posthog.ts');
    // To evaluate it, to start it and to tell it what was kept are three pieces of work.
    await untilIdle();
    const posthog = createPostHog(analytics);
    await untilIdle();
    return posthog;
  };
  return deferred(load, whenIdle, untilIdle);
}

function startErrors({ errors, release }: TelemetrySettings): Say<ErrorReports> | null {
  if (errors === null) return null;
  const load = async () => (await import('./sentry.ts')).createSentry({ ...errors, release });
  return deferred(load, whenIdle);
}

function untilIdle(): Promise<void> {
  return new Promise(whenIdle);
}
