import { Outlet } from '@tanstack/react-router';
import { SessionProvider } from '#src/api/session.tsx';
import { useAuth } from './auth-context.tsx';
import { useServices } from './services-context.tsx';
import { SessionGate } from './session-gate.tsx';

/** What surrounds every page that needs a session (R2.9): the gate, and what `src/api` gives to pages. */
export function MemberLayout() {
  const { view } = useAuth();
  const services = useServices();
  return (
    <SessionGate hadSessionAtStart={services.hadSessionAtStart}>
      {view.screen === 'app' ? (
        <SessionProvider session={view.session} services={services} isSwitching={view.switching}>
          <Outlet />
        </SessionProvider>
      ) : null}
    </SessionGate>
  );
}
