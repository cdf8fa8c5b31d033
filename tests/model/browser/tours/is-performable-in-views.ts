import { authView } from '#machines/auth/auth.view.ts';
import type { AuthSimulationState } from '#machines/auth-cases/auth-stepper.ts';
import { ACME, BIRCH } from '#machines/auth-cases/fixtures.ts';
import { messages } from '#machines/rules/messages.ts';
import { type ModelStep, stepName } from '#statechart/explore/steps.ts';

/**
 * Whether the screens offer a step that the machine would take. `controlMismatches` expects the control of every
 * other step to be missing.
 */
export function isPerformable(
  step: ModelStep,
  { snapshot, lastStep }: AuthSimulationState,
): boolean {
  const view = authView(snapshot);
  // A dialog stays open over everything else after a name that cannot be used.
  if (lastStep?.type === 'organization.create' && lastStep.case === 'too long') {
    return step.type === 'organization.create' && step.case === 'new';
  }
  switch (step.type) {
    case 'code.verify':
      // The button is disabled while the field is empty (R8.4).
      return step.case !== 'blank';
    case 'back':
      // A verification that completes, and a link that is redeemed, show no list.
      return view.screen === 'selection' || view.screen === 'confirmLink';
    case 'google.chooseAccount':
      // Also where an organization refuses the account: in the message, which a list has at the row.
      if (view.screen === 'login') {
        return view.lastOrganization !== null || view.notice?.remedy === 'account';
      }
      return (
        view.screen === 'selection' &&
        (view.emailAddress !== null ||
          (view.failedOrganizationId !== null && view.notice?.remedy === 'account'))
      );
    case 'organization.choose':
      // Only a listed organization can be chosen.
      return snapshot.context.organizations.some(({ id }) => id === ACME.id);
    case 'session.extend':
      // The expiry warning has the button, and disables it while renewing.
      return view.screen === 'app' && view.expiring && !view.renewing;
    case 'organization.list':
      // The open menu offers no second reading.
      return view.screen === 'app' && !view.listing && !view.switching;
    case 'organization.closeMenu':
      // The menu is open while a list is held; the gesture closes it.
      return view.screen === 'app' && view.listing;
    case 'organization.create':
      // The menu has the control. While its list is read, and nothing else was asked for, it is open.
      return (
        snapshot.matches({ signedIn: 'listing' }) && snapshot.context.heldRequests.length === 0
      );
    case 'organization.switch': {
      if (view.screen !== 'app' || view.session.organization.id === BIRCH.id) return false;
      if (view.switching || view.switchHeld) return false;
      // A busy session keeps the list that it knows; in an idle one, each opening reads it again.
      const isOpen = lastStep !== null && stepName(lastStep).endsWith('readMemberships#listed');
      const isKnown = view.memberships?.some(({ id }) => id === BIRCH.id) === true;
      return isKnown && (isOpen || snapshot.matches({ signedIn: 'refreshing' }));
    }
    case 'notice.dismiss':
      if (view.screen === 'login') return false;
      // What is wrong with a typed code stands at its field; the notice under the heading, and the one of a completing
      // step-up, have no button.
      if (view.screen !== 'stepUp' && view.screen !== 'secondFactor') return true;
      if (view.notice?.isAboutInput) return false;
      if (view.screen === 'secondFactor') return view.notice?.text !== messages.mfaRequired;
      return !(view.screen === 'stepUp' && view.completing);
    default:
      return true;
  }
}
