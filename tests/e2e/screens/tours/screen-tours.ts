import { authMachine } from '#machines/auth/unprovided-machine.ts';
import { expect } from '../../support/product-test.ts';
import { memberTours } from './member-tours.ts';
import { messageTours } from './message-tours.ts';
import { pageTours } from './page-tours.ts';
import { type ScreenTour, statesOf, type TourFixtures, type Variant } from './screen-tour.types.ts';
import { secondFactorTours } from './second-factor-tours.ts';
import { signInTours } from './sign-in-tours.ts';
import { stepUpTours } from './step-up-tours.ts';

/**
 * Tours that together visit a screen in every state of the machine except `STATES_WITHOUT_SCREEN`. The checks of the
 * screens, their stored screenshots and the gallery come from them.
 */
export const screenTours: readonly ScreenTour[] = [
  ...signInTours,
  ...stepUpTours,
  ...secondFactorTours,
  ...memberTours,
  ...messageTours,
  ...pageTours,
];

/** The states that no tour visits, each with the reason. */
export const STATES_WITHOUT_SCREEN: Readonly<Record<string, string>> = {
  restoring: 'the machine leaves it before React renders',
  'signedOut.stepUp.otp.deciding': 'the machine leaves it in the step that enters it',
  'signedOut.stepUp.magicLink.deciding': 'the machine leaves it in the step that enters it',
  'signedOut.secondFactor.deciding': 'the machine leaves it in the step that enters it',
  'signedOut.awaitingOtherTab':
    'shows the screen of redeeming, in the tab that an e-mailed link opened',
  signingOut: 'the machine leaves it at once, whatever the provider answers',
};

/** Returns the paths of all atomic states of the machine, in its order. */
export function atomicStates(): readonly string[] {
  const paths: string[] = [];
  const collect = (node: typeof authMachine.root): void => {
    const children = Object.values(node.states);
    if (children.length === 0) paths.push(node.path.join('.'));
    for (const child of children) collect(child);
  };
  collect(authMachine.root);
  return paths;
}

/**
 * Runs a tour, and expects that it visits a screen in each of its states.
 *
 * @param onVisit receives the name of each screen, the states in which it shows, and the variants that have a stored
 * screenshot
 */
export async function runTour(
  { states, run }: ScreenTour,
  fixtures: TourFixtures,
  onVisit: (
    screen: string,
    statesOfScreen: readonly string[],
    screenshots: readonly Variant[],
  ) => Promise<void>,
): Promise<void> {
  const visited = new Set<string>();
  await run({
    ...fixtures,
    async visit(screen, screenshots = []) {
      const statesOfScreen = await statesOf(fixtures.page);
      for (const state of statesOfScreen) visited.add(state);
      await onVisit(screen, statesOfScreen, screenshots);
    },
  });
  expect([...visited]).toEqual(expect.arrayContaining([...states]));
}
