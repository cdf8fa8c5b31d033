import type { Notice } from '#machines/auth/auth.types.ts';
import {
  type Change,
  contextForVerification,
  type Moment,
  personEmail,
  resultOf,
  says,
  sessionFrom,
} from '../context.ts';

/** The words of the tables that only the second factor has. */

type Words<Value> = Readonly<Record<string, (moment: Moment) => Value>>;

export const secondFactorConditions: Words<boolean> = {
  'a second factor': ({ context }) => context.secondFactor !== null,
  'factor to verify': ({ event }) => event.output.kind === 'mfa_required',
  'an enrolment starts': ({ event }) => event.output.kind === 'enrolling',
  'no factor is offered': ({ context }) => context.secondFactor?.factor === 'unsupported',
  'a factor is to be set up': ({ context }) => context.secondFactor?.factor === 'enrolment',
};

export const secondFactorInputs: Words<object> = {
  // R10.3: as the provider writes it, however the person does.
  recoveryCode: ({ event }) => ({ recoveryCode: event.code.toLowerCase().split(/\s+/).join('') }),
  secondFactor: ({ context }) => ({ secondFactor: context.secondFactor }),
  enrol: () => ({ enrol: true }),
  noEnrol: () => ({ enrol: false }),
};

export const secondFactorNotices: Words<Notice> = {
  recoveryCodeUsed: (moment) => {
    const result = resultOf(moment);
    const left = 'recoveryCodesLeft' in result ? result.recoveryCodesLeft : undefined;
    return left === undefined
      ? says('success', 'recoveryCodeUsed')
      : says('success', 'recoveryCodeUsedOfSeveral', { values: { left } });
  },
};

export const secondFactorChanges: Words<Change> = {
  // R7.6
  'ask for the factor': (moment) => {
    const result = resultOf(moment);
    if (result.kind !== 'mfa_required') return {};
    const { secondFactor } = result;
    return {
      ...contextForVerification(moment.context, result),
      emailAddress: secondFactor.emailAddress ?? personEmail(moment.context),
      secondFactor,
      selectedOrganization: secondFactor.organization,
      stepUp: null,
    };
  },
  'forget the enrolment': () => ({ enrolment: null }),
  'show the enrolment': (moment) => {
    const result = resultOf(moment);
    return result.kind === 'enrolling' ? { enrolment: result.enrolment } : {};
  },
  'hold the session': (moment) => {
    const result = resultOf(moment);
    if (result.kind !== 'authenticated') return {};
    return { session: result.session, organizations: null, intermediate: null };
  },
  'start the held session': ({ context: { session }, now }) =>
    session ? sessionFrom(session, now) : {},
};
