import { createFileRoute, Navigate } from '@tanstack/react-router';

/** R2.8 */
export const Route = createFileRoute('/_member/')({
  component: () => <Navigate to="/policies" replace />,
});
