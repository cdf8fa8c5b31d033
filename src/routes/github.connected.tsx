import { createFileRoute } from '@tanstack/react-router';
import { GithubRoute } from '../app/shell/github-route.tsx';

export const Route = createFileRoute('/github/connected')({ component: GithubRoute });
