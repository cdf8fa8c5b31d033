import { createRootRoute, Outlet } from '@tanstack/react-router';
import { EmulatorRibbon } from '../app/shell/emulator-ribbon/emulator-ribbon.tsx';
import { Impersonation } from '../app/shell/impersonation/impersonation.tsx';

export const Route = createRootRoute({ component: Root });

function Root() {
  return (
    <>
      <Impersonation />
      <Outlet />
      {import.meta.env.VITE_EMULATOR ? <EmulatorRibbon /> : null}
    </>
  );
}
