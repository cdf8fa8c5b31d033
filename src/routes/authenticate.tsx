import { createFileRoute } from '@tanstack/react-router';
import { CallbackPage } from '../app/shell/callback-page.tsx';

/** The redirect target of organization-specific Google sign-in (R2.1); needs no session. */
export const Route = createFileRoute('/authenticate')({ component: CallbackPage });
