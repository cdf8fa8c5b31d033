import { createFileRoute } from '@tanstack/react-router';
import { useAuthState } from '#src/features/gate/auth-context.tsx';
import { messages } from '#src/features/public-pages/messages.ts';
import { PublicPage } from '#src/features/public-pages/public-page.tsx';

/** `/chart` (spec §2): needs no session. */
export const Route = createFileRoute('/chart')({ component: Chart });

function Chart() {
  const state = useAuthState();
  return (
    <PublicPage heading={messages.chart.heading}>
      <p>{messages.chart.body}</p>
      <p>
        <code>{state}</code>
      </p>
    </PublicPage>
  );
}
