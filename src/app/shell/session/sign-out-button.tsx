import { Button } from '#src/ui/button.tsx';
import { messages } from './messages.ts';
import type { SessionProps } from './session.types.ts';

export function SignOutButton({ send }: Pick<SessionProps, 'send'>) {
  return (
    <Button kind="quiet" onClick={() => send({ type: 'signOut' })}>
      {messages.signOut}
    </Button>
  );
}
