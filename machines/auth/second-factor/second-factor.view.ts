import { wasWarnedOfEnd } from '../auth.guards.ts';
import type { AuthSnapshot } from '../auth.view.ts';

/** The second factor: a code, a recovery code, an enrolment, or the new recovery codes (R10.1). */
export type SecondFactorView = ReturnType<typeof secondFactorView>;

export function secondFactorView(snapshot: AuthSnapshot) {
  const { context } = snapshot;
  return {
    screen: 'secondFactor',
    notice: context.notice,
    organization: context.secondFactor?.organization ?? { id: '', slug: '', name: '' },
    expiring: wasWarnedOfEnd(snapshot),
    step: secondFactorStep(snapshot),
  } as const;
}

function secondFactorStep(snapshot: AuthSnapshot) {
  const { enrolment, codeRejections: rejections } = snapshot.context;
  const { value } = snapshot;
  const inside = typeof value === 'object' && 'signedOut' in value ? value.signedOut : 'default';
  const isFactor = typeof inside === 'object' && 'secondFactor' in inside;
  const state = isFactor ? inside.secondFactor : 'unsupported';
  if (state === 'unsupported') return { name: 'unsupported' } as const;
  if (state === 'savingCodes') {
    return { name: 'savingCodes', recoveryCodes: enrolment?.recoveryCodes ?? [] } as const;
  }
  if ('recovering' in state) {
    return { name: 'recovery', busy: state.recovering === 'checking', rejections } as const;
  }
  if ('authenticator' in state) {
    return { name: 'code', busy: state.authenticator === 'checking', rejections } as const;
  }
  if (enrolment !== null) {
    const busy = state.enrolling === 'checking';
    return { name: 'enrolling', enrolment, busy, rejections } as const;
  }
  // `failed`: the provider returned no secret; the person can try again (`factor.retry`).
  return { name: 'preparing', failed: state.enrolling === 'failed' } as const;
}
