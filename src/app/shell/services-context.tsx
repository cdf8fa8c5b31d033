import { createContext, use } from 'react';
import type { SessionServices } from '#src/api/session.tsx';
import type { HealthServices } from '#src/features/public-pages/health-page.tsx';

/** The services that pages use beside the auth actor. */
export interface Services extends SessionServices, HealthServices {
  /** Whether a member was signed in when the page was opened, for whom the session is no news (R1.19). */
  readonly hadSessionAtStart: boolean;
  /** Stores the path to open after sign-in (R2.11). */
  readonly saveRedirect: (path: string) => void;
}

/** Gives the pages below it the services. */
export const ServicesContext = createContext<Services | null>(null);

/**
 * Returns the services of the pages.
 *
 * @throws when there is no `ServicesContext` above the component
 */
export function useServices(): Services {
  const services = use(ServicesContext);
  if (services === null) throw new Error('useServices needs a ServicesContext.');
  return services;
}
