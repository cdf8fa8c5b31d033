import type { ReactNode } from 'react';
import { SessionProvider } from '#src/api/session.tsx';
import { useAuth } from './auth-context.tsx';
import { useServices } from './services-context.tsx';

/** Gives the pages behind the session gate the session, the permissions and the calls of the service. */
export function MemberSession({ children }: { readonly children: ReactNode }) {
  const { view } = useAuth();
  const services = useServices();
  if (view.screen !== 'app') return null;
  const isSwitching = view.switching;
  return (
    <SessionProvider session={view.session} services={services} isSwitching={isSwitching}>
      {children}
    </SessionProvider>
  );
}
