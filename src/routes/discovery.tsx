import { createFileRoute } from '@tanstack/react-router';
import { CallbackPage } from '../app/shell/callback-page.tsx';

/** The redirect target of discovery Google sign-in (R2.2); needs no session. */
export const Route = createFileRoute('/discovery')({ component: CallbackPage });
