import { createFileRoute } from '@tanstack/react-router';
import { messages } from '#src/features/public-pages/messages.ts';
import { PublicPage } from '#src/features/public-pages/public-page.tsx';

/** `/github/connected` (spec §2): needs no session. */
export const Route = createFileRoute('/github/connected')({
  component: () => (
    <PublicPage heading={messages.githubConnected.heading}>
      <p>{messages.githubConnected.body}</p>
    </PublicPage>
  ),
});
