import { authView } from '#machines/auth/auth.view.ts';
import type { AuthSimulationState } from '#machines/explore/auth-stepper.ts';
import { ACME, BIRCH } from '#machines/explore/fixtures.ts';
import { type ModelStep, stepName } from '#machines/explore/steps.ts';
import { messages } from '#machines/rules/messages.ts';

/**
 * Whether a screen offers what the machine would take. Where it does not, the reason stands here, and
 * `controlsAt` holds the screen to it: what is not offered must not be there.
 */
export function isPerformable(
  step: ModelStep,
  { snapshot, lastStep }: AuthSimulationState,
): boolean {
  const view = authView(snapshot);
  switch (step.type) {
    case 'code.verify':
      // The button is disabled while the field is empty (R8.4).
      return step.case !== 'blank';
    case 'organization.choose':
      // Only what is on the list can be chosen from it.
      return snapshot.context.organizations.some(({ id }) => id === ACME.id);
    case 'session.extend':
      // Only whoever is warned can renew, and once at a time.
      return view.screen === 'app' && view.expiring && !view.renewing;
    case 'organization.switch': {
      // The menu closes with a choice, and is read anew whenever it is opened.
      const isOpen = lastStep !== null && stepName(lastStep).endsWith('readMemberships#listed');
      return isOpen && view.screen === 'app' && view.session.organization.id !== BIRCH.id;
    }
    case 'notice.dismiss':
      // What stands under the heading anyway, or is being finished, cannot be sent away.
      if (view.screen === 'secondFactor') return view.notice?.text !== messages.mfaRequired;
      return !(view.screen === 'stepUp' && view.completing);
    default:
      return true;
  }
}
