import { Outlet } from '@tanstack/react-router';
import { MemberSession } from './member-session.tsx';
import { useServices } from './services-context.tsx';
import { SessionGate } from './session-gate.tsx';

/** What surrounds every page that needs a session (R2.9). */
export function MemberLayout() {
  return (
    <SessionGate hadSessionAtStart={useServices().hadSessionAtStart}>
      <MemberSession>
        <Outlet />
      </MemberSession>
    </SessionGate>
  );
}
