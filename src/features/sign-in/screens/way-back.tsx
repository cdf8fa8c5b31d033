import { Button } from '#src/ui/controls/button.tsx';
import { CardFooter } from '#src/ui/page/card.tsx';
import { verificationMessages } from '../verification-messages.ts';
import type { ScreenProps } from './screen.types.ts';

/** Leads from a verification to the list of organizations (R8.8). */
export function WayBack({ send }: Pick<ScreenProps<never>, 'send'>) {
  return (
    <CardFooter>
      <Button
        kind="link"
        name="organization.chooseDifferent"
        onClick={() => send({ type: 'organization.chooseDifferent' })}
      >
        {verificationMessages.chooseDifferent}
      </Button>
    </CardFooter>
  );
}
