import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterContextProvider,
} from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { type Services, ServicesContext } from '#src/app/shell/services-context.tsx';
import { testServices } from './services.ts';

interface InAppProps {
  readonly services?: Services;
  readonly children?: ReactNode;
}

/** Its links lead nowhere, so that all tests of a file can share it. It follows its history when a test loads it. */
export const router = createRouter({
  routeTree: createRootRoute(),
  history: createMemoryHistory(),
});

const NO_SERVICES = testServices();

/** What the app has around its pages: services and a router. */
export function InApp({ services = NO_SERVICES, children }: InAppProps) {
  return (
    <ServicesContext value={services}>
      <RouterContextProvider router={router}>{children}</RouterContextProvider>
    </ServicesContext>
  );
}
