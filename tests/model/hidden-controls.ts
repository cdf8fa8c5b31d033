import type { Notice } from '#machines/auth/auth.types.ts';
import type { AuthView } from '#machines/auth/auth.view.ts';
import type { AuthSimulationState } from '#machines/auth-cases/auth-stepper.ts';
import { ACME, BIRCH } from '#machines/auth-cases/fixtures.ts';

const hasAccountRemedy = ({ notice }: { readonly notice: Notice | null }) =>
  notice?.remedy === 'account';

/** Where a view offers no control for an event that the machine takes in each of its states. */
const HIDDEN: Readonly<Record<string, (view: AuthView) => boolean>> = {
  // Only with an account that can be left.
  'google.chooseAccount': (view) =>
    view.screen === 'login'
      ? view.lastOrganization === null && !hasAccountRemedy(view)
      : view.screen !== 'selection' ||
        (view.emailAddress === null &&
          !(view.failedOrganizationId !== null && hasAccountRemedy(view))),
  // A verification that completes, and a link that is redeemed, show no list.
  back: ({ screen }) => screen === 'stepUp' || screen === 'loading' || screen === 'login',
  // The codes must be saved first: only the browser's Back asks for it.
  'organization.chooseDifferent': (view) =>
    view.screen === 'secondFactor' && view.step.name === 'savingCodes',
  // Only a listed organization can be chosen.
  'organization.choose': (view) =>
    view.screen !== 'selection' || !view.organizations.some(({ id }) => id === ACME.id),
  'sso.start': (view) => view.screen !== 'stepUp' || view.connections.length === 0,
  // The expiry warning has the button, and disables it while extending.
  'session.extend': (view) => view.screen !== 'app' || !view.expiring || view.extending,
  'organization.list': isSwitching,
  'organization.create': (view) => isSwitching(view) || (view.screen === 'app' && !view.canCreate),
  'organization.switch': (view) =>
    isSwitching(view) ||
    (view.screen === 'app' &&
      (view.session.organization.id === BIRCH.id ||
        view.memberships?.some(({ id }) => id === BIRCH.id) !== true)),
  // What is wrong with a text stands at its field; the login screen's ends with the next action, and the one under a
  // heading with its step.
  'notice.dismiss': (view) =>
    view.screen === 'loading' ||
    view.screen === 'login' ||
    view.notice?.isAboutInput === true ||
    (view.screen === 'secondFactor' && view.notice?.tone === 'info') ||
    (view.screen === 'stepUp' && view.completing),
};

function isSwitching(view: AuthView): boolean {
  return view.screen === 'app' && view.switching;
}

/** Whether a view offers no control for an event, although the machine takes it. */
export function isHidden(type: string, view: AuthView): boolean {
  return HIDDEN[type]?.(view) === true;
}

/** Whether the organization menu is open: a press has opened it, and nothing has closed it since. */
export function isMenuOpen({ snapshot, lastStep }: AuthSimulationState): boolean {
  if (!snapshot.matches('signedIn')) return false;
  return (
    lastStep?.type === 'organization.list' || lastStep?.type.endsWith('.readMemberships') === true
  );
}
