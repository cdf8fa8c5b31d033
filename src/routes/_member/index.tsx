import { createFileRoute, Navigate } from '@tanstack/react-router';

/** `/` with a session leads to the default landing page (R2.8). */
export const Route = createFileRoute('/_member/')({
  component: () => <Navigate to="/policies" replace />,
});
