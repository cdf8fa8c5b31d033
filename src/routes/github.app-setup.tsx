import { createFileRoute } from '@tanstack/react-router';
import { GithubRoute } from '../app/shell/github-route.tsx';

/** R2.5 */
export const Route = createFileRoute('/github/app-setup')({ component: GithubRoute });
