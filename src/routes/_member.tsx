import { createFileRoute, Outlet } from '@tanstack/react-router';
import { SessionGate } from '../app/shell/session-gate.tsx';

/** Everything below needs a session (spec §2: any other route does). */
export const Route = createFileRoute('/_member')({ component: Member });

function Member() {
  return (
    <SessionGate>
      <Outlet />
    </SessionGate>
  );
}
