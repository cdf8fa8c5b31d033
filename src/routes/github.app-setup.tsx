import { createFileRoute } from '@tanstack/react-router';
import { messages } from '#src/features/public-pages/messages.ts';
import { PublicPage } from '#src/features/public-pages/public-page.tsx';

/** `/github/app-setup` (spec §2): needs no session. */
export const Route = createFileRoute('/github/app-setup')({
  component: () => (
    <PublicPage heading={messages.githubSetup.heading}>
      <p>{messages.githubSetup.body}</p>
    </PublicPage>
  ),
});
