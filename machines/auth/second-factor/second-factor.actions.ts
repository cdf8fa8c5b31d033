import { assignFields, assignFromResult } from '../assign-fields.ts';
import { contextForVerification, notice, personEmail, signedInContext } from '../auth.context.ts';

/** Each export is an action of the second factor, which changes the context. */

/** Starts a second factor (R7.6). */
export const askForSecondFactor = assignFromResult('mfa_required', (context, result) => ({
  ...contextForVerification(context, result),
  emailAddress: result.secondFactor.emailAddress ?? personEmail(context),
  secondFactor: result.secondFactor,
  selectedOrganization: result.secondFactor.organization,
  stepUp: null,
  ...notice('info', 'mfaRequired'),
}));

export const rememberEnrolment = assignFromResult('enrolling', (_, { enrolment }) => ({
  enrolment,
}));

export const clearEnrolment = assignFields(() => ({ enrolment: null }));

/** Stores a granted session while the recovery codes are shown; the member is signed in afterwards (R10.5). */
export const holdSessionWhileSavingCodes = assignFromResult('authenticated', (_, { session }) => ({
  session,
  organizations: null,
  intermediate: null,
}));

/** Starts the session that was granted before the recovery codes were shown. */
export const startHeldSession = assignFields(({ context }) =>
  context.session ? signedInContext(context.session, context.now()) : {},
);
