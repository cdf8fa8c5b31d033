import { unprovidedAuthMachine } from '#machines/auth-cases/unprovided-machine.ts';
import { policyTours } from '../../policies/policy-tours.ts';
import { secondFactorTours } from '../../second-factor/second-factor-tours.ts';
import { memberTours } from './member-tours.ts';
import type { ScreenTour } from './screen-tour.ts';
import { signInTours } from './sign-in-tours.ts';
import { verificationTours } from './verification-tours.ts';

/**
 * Tours that together visit a screen in every state of the machine except `STATES_WITHOUT_SCREEN`. The checks of the
 * screens and the gallery come from them.
 */
export const screenTours: readonly ScreenTour[] = [
  ...signInTours,
  ...verificationTours,
  ...secondFactorTours,
  ...memberTours,
  ...policyTours,
];

/** The states that no tour visits, each with the reason. */
export const STATES_WITHOUT_SCREEN: Readonly<Record<string, string>> = {
  restoring: 'the machine leaves it before React renders',
  'signedIn.session.refreshing.asking':
    'its page looks like that of a refresh which the tabs share',
  'signedOut.returning': 'the machine leaves it in the same step, for the list or the login screen',
  signingOut: 'the machine leaves it at once, whatever the provider answers',
};

/** Returns the paths of all atomic states of the machine, in its order. */
export function atomicStates(): readonly string[] {
  const paths: string[] = [];
  const collect = (node: typeof unprovidedAuthMachine.root): void => {
    const children = Object.values(node.states);
    if (children.length === 0) paths.push(node.path.join('.'));
    for (const child of children) collect(child);
  };
  collect(unprovidedAuthMachine.root);
  return paths;
}
