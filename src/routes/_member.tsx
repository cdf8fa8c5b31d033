import { createFileRoute, Outlet } from '@tanstack/react-router';
import { MemberSession } from '../app/shell/member-session.tsx';
import { useServices } from '../app/shell/services-context.tsx';
import { SessionGate } from '../app/shell/session-gate.tsx';

/** Layout route of every route that needs a session (R2.9). */
export const Route = createFileRoute('/_member')({ component: Member });

function Member() {
  return (
    <SessionGate hadSessionAtStart={useServices().hadSessionAtStart}>
      <MemberSession>
        <Outlet />
      </MemberSession>
    </SessionGate>
  );
}
