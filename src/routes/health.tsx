import { createFileRoute } from '@tanstack/react-router';
import { messages } from '#src/features/public-pages/messages.ts';
import { PublicPage } from '#src/features/public-pages/public-page.tsx';

/** `/health` (spec §2): needs no session. */
export const Route = createFileRoute('/health')({ component: Health });

function Health() {
  return (
    <PublicPage heading={messages.health.heading}>
      <p>{messages.health.ready}</p>
      <p>{messages.health.version(import.meta.env.MODE)}</p>
    </PublicPage>
  );
}
