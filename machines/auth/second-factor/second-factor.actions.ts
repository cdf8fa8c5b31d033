import { beforeStep, notice, personEmail, signedInContext } from '../auth.context.ts';
import type { ActorResult } from '../auth.types.ts';
import { change } from '../change.ts';

/** Each export is an action of the second factor, which changes the context. */

/** Starts a second factor (R7.6). */
export const askForSecondFactor = change(({ context }, result: ActorResult) => {
  if (result.kind !== 'mfa_required') return {};
  return {
    ...beforeStep(context, result),
    emailAddress: result.secondFactor.emailAddress ?? personEmail(context),
    secondFactor: result.secondFactor,
    selectedOrganization: result.secondFactor.organization,
    stepUp: null,
    ...notice('info', 'mfaRequired'),
  };
});

export const rememberEnrolment = change((_, result: ActorResult) =>
  result.kind === 'enrolling' ? { enrolment: result.enrolment } : {},
);

export const clearEnrolment = change(() => ({ enrolment: null }));

/** Stores a granted session while the recovery codes are shown; the member is signed in afterwards (R10.5). */
export const holdSessionWhileSavingCodes = change((_, result: ActorResult) =>
  result.kind === 'authenticated'
    ? { session: result.session, organizations: null, intermediate: null }
    : {},
);

/** Starts the session that was granted before the recovery codes were shown. */
export const startHeldSession = change(({ context }) =>
  context.session ? signedInContext(context.session, context.now()) : {},
);
