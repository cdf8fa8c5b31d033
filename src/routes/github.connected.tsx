import { createFileRoute } from '@tanstack/react-router';
import { GithubRoute } from '../app/shell/github-route.tsx';

/** R2.6 */
export const Route = createFileRoute('/github/connected')({ component: GithubRoute });
