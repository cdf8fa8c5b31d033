import { createContext, use } from 'react';
import type { PolicyServices } from '#src/features/policies/policies.types.ts';
import type { HealthServices } from '#src/features/public-pages/public-pages.types.ts';

/** What the composition root gives the pages beside the auth actor. */
export interface Services extends PolicyServices, HealthServices {
  /** Makes a path the one a member is led to after sign-in (R2.11). */
  readonly saveRedirect: (path: string) => void;
}

/** Gives the pages below it the services. */
export const ServicesContext = createContext<Services | null>(null);

/** The services of the page, for a route to hand to its feature. */
export function useServices(): Services {
  const services = use(ServicesContext);
  if (services === null) throw new Error('useServices needs a ServicesContext above it.');
  return services;
}
