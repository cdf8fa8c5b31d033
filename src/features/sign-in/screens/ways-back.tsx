import type { StepUpView } from '#machines/auth/auth.view.types.ts';
import { Button } from '#src/ui/button.tsx';
import { CardFooter } from '#src/ui/card.tsx';
import { Sentence } from '#src/ui/sentence.tsx';
import { lateMessages } from '../late-messages.ts';
import type { ScreenProps } from './screen.types.ts';

/** Leads from a verification to the organization that a switch has left (R11.25), and to the list (R8.8). */
export function WaysBack({ view: { returnTo }, send }: ScreenProps<Pick<StepUpView, 'returnTo'>>) {
  return (
    <CardFooter>
      {returnTo === null ? null : (
        <Button kind="link" onClick={() => send({ type: 'organization.return' })}>
          <span>
            <Sentence text={lateMessages.returnTo} values={{ organization: returnTo.name }} />
          </span>
        </Button>
      )}
      <Button kind="link" onClick={() => send({ type: 'organization.chooseDifferent' })}>
        {lateMessages.chooseDifferent}
      </Button>
    </CardFooter>
  );
}
