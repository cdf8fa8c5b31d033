import { createFileRoute } from '@tanstack/react-router';
import { CallbackPage } from '../app/shell/callback-page.tsx';

/** R2.1 */
export const Route = createFileRoute('/authenticate')({ component: CallbackPage });
