import { createFileRoute, useLocation } from '@tanstack/react-router';
import { Github } from '../app/shell/github.tsx';

/** `/github/connected` (spec §2): needs no session. */
export const Route = createFileRoute('/github/connected')({ component: GithubRoute });

function GithubRoute() {
  return <Github query={useLocation({ select: ({ searchStr }) => searchStr })} />;
}
