import { createFileRoute } from '@tanstack/react-router';
import { ErrorPage } from '#src/ui/error-page.tsx';

/** Every other route: 404 with a session, the login screen without (R2.9). */
export const Route = createFileRoute('/_member/$')({
  component: () => <ErrorPage kind="not_found" underHeader />,
});
