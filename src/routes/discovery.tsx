import { createFileRoute } from '@tanstack/react-router';
import { CallbackPage } from '../app/shell/callback-page.tsx';

/** R2.2 */
export const Route = createFileRoute('/discovery')({ component: CallbackPage });
