import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterContextProvider,
} from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { type Services, ServicesContext } from '#src/app/shell/services-context.tsx';
import { testServices } from './services.ts';

interface InAppProps {
  readonly services?: Services;
  readonly children?: ReactNode;
}

/** What the app has around its pages: services, and a router whose links lead nowhere. */
export function InApp({ services = testServices(), children }: InAppProps) {
  const [router] = useState(() =>
    createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() }),
  );
  return (
    <ServicesContext value={services}>
      <RouterContextProvider router={router}>{children}</RouterContextProvider>
    </ServicesContext>
  );
}
