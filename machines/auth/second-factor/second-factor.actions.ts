import { beforeStep, notice, personEmail, signedInContext } from '../auth.context.ts';
import { change, changeBy } from '../change.ts';

/** Each export is an action of the second factor, which changes the context. */

/** Starts a second factor (R7.6). */
export const askForSecondFactor = changeBy('mfa_required', (context, result) => ({
  ...beforeStep(context, result),
  emailAddress: result.secondFactor.emailAddress ?? personEmail(context),
  secondFactor: result.secondFactor,
  selectedOrganization: result.secondFactor.organization,
  stepUp: null,
  ...notice('info', 'mfaRequired'),
}));

export const rememberEnrolment = changeBy('enrolling', (_, { enrolment }) => ({ enrolment }));

export const clearEnrolment = change(() => ({ enrolment: null }));

/** Stores a granted session while the recovery codes are shown; the member is signed in afterwards (R10.5). */
export const holdSessionWhileSavingCodes = changeBy('authenticated', (_, { session }) => ({
  session,
  organizations: null,
  intermediate: null,
}));

/** Starts the session that was granted before the recovery codes were shown. */
export const startHeldSession = change(({ context }) =>
  context.session ? signedInContext(context.session, context.now()) : {},
);
