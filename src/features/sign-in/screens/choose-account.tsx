import { Button } from '#src/ui/controls/button.tsx';
import { messages } from '../messages.ts';
import type { SendEvent } from './screen.types.ts';

interface ChooseAccountProps {
  readonly kind: 'primary' | 'inline' | 'link';
  readonly isInactive?: boolean;
  readonly send: SendEvent;
}

/** Leads to Google, which lets the person choose an account (R4.7, R6.10). It is primary where the account was refused. */
export function ChooseAccount({ kind, isInactive = false, send }: ChooseAccountProps) {
  const type = 'google.chooseAccount';
  return (
    <Button kind={kind} name={type} inactive={isInactive} onClick={() => send({ type })}>
      {messages.login.chooseAccount}
    </Button>
  );
}
