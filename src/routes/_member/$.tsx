import { createFileRoute } from '@tanstack/react-router';
import { ErrorPage } from '#src/ui/error-page.tsx';

/** Any other route: the gate stands before it, and with a session it is not found (R2.9). */
export const Route = createFileRoute('/_member/$')({
  component: () => <ErrorPage kind="not_found" underHeader />,
});
