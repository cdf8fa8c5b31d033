import type { Route } from '@playwright/test';
import type { Fault } from '#emulator/control/control-client.ts';
import { failureOf, SHORT_SESSION } from '#machines/auth-cases/fixtures.ts';
import { type InvokeId, invocations } from '#machines/auth-cases/payload-cases.ts';
import { endpoints } from '#src/stytch/calls/calls.ts';
import type { TourTools } from '../page/tour-tools.ts';
import {
  bindToMember,
  giveSecondFactors,
  listMemberships,
  mail,
  REQUIREMENTS,
  requireAtSignIn,
} from './scenario-setup.ts';

/** The path of an actor's call under `/sdk/v1`; `redeem` has one for each kind of callback. */
function pathOf(id: InvokeId, callback: string): string {
  const REDEEM: Readonly<Record<string, string>> = {
    discovery_oauth: endpoints.redeemDiscovery.path,
    oauth: endpoints.redeemOAuth.path,
    magic_link: endpoints.redeemLink.path,
    foreign_link: endpoints.redeemLink.path,
    impersonation: endpoints.redeemImpersonation.path,
  };
  const actor = invocations[id];
  switch (actor) {
    case 'startGoogle':
      throw new Error('It resolves only when Google cannot be started.');
    case 'redeem':
      return REDEEM[callback] ?? '';
    case 'resume':
      return endpoints.refresh.path;
    default:
      return endpoints[actor].path;
  }
}

/** The outcomes of a sign-in to an organization. */
const OUTCOMES = ['authenticated', 'verify e-mail', 'second factor'] as const;

/**
 * The results that the emulator returns, by the id of the invoke, and by the callback for one that is redeemed. Those
 * for another person take the same branches, and `e2e/sign-in/persons` and `model/tabs` have them.
 */
const RESULTS: Readonly<Record<string, readonly string[]>> = {
  discovery_oauth: ['listed', 'none listed', 'failed'],
  foreign_link: ['listed by a link of another browser', 'failed'],
  magic_link: ['listed as requested', 'failed'],
  oauth: [...OUTCOMES, 'failed'],
  impersonation: ['authenticated', 'failed'],
  readOrganizations: ['listed', 'none listed', 'failed', 'intermediate over'],
  readMemberships: ['listed', 'failed', 'session over'],
  exchange: [...OUTCOMES, 'enrolment', 'failed', 'intermediate over'],
  create: ['authenticated', 'failed', 'intermediate over'],
  sendCode: ['sent', 'failed'],
  verifyCode: ['listed', 'wrong code'],
  sendLink: ['sent', 'failed'],
  verifyFactor: ['authenticated', 'failed', 'intermediate over'],
  enrolFactor: ['authenticated', 'failed', 'intermediate over'],
  recover: ['authenticated', 'failed', 'intermediate over'],
  enrol: ['enrolling', 'failed', 'intermediate over'],
  resume: ['authenticated', 'session over'],
  refresh: ['refreshed', 'near its end', 'unavailable', 'session over'],
  extend: ['refreshed', 'unavailable', 'session over'],
  switchOrganization: [...OUTCOMES, 'failed', 'session over'],
};

/** Whether the emulator returns a result to an invoke, in a tab that was opened with a kind of callback. */
export function isReturned(id: string, name: string, callback: string | null): boolean {
  return RESULTS[id === 'redeem' ? (callback ?? '') : id]?.includes(name) === true;
}

/** The fault behind each failure, by the name of the result case. */
const faults: Readonly<Record<string, Fault>> = {
  failed: {
    kind: 'error',
    status: 400,
    errorType: 'bad_request',
    message: failureOf('other').message,
  },
  'wrong code': { kind: 'error', status: 400, errorType: 'unable_to_auth_otp_code' },
  'intermediate over': { kind: 'error', status: 404, errorType: 'intermediate_session_not_found' },
  'session over': { kind: 'error', status: 404, errorType: 'session_not_found' },
  unavailable: { kind: 'error', status: 500 },
};

interface CallContext {
  readonly tools: TourTools;
  readonly id: InvokeId;
  readonly case: string;
  /** The kind of callback the tab was opened with. */
  readonly callback: string;
}

/** Makes the emulator respond with the step's result, normally or by a fault, and releases the held call. */
export async function releaseWithResponse(context: CallContext): Promise<void> {
  const { tools, id, case: name } = context;
  const path = pathOf(id, context.callback);
  const route = await tools.calls.take(path);
  const fault = faults[name];
  if (fault !== undefined) await tools.emulator.injectFault(path, fault, 1);
  else await arrangeEmulator(context, bodyOf(route));
  await route.continue();
}

/** Brings the emulator into the state in which a call returns the result. */
async function arrangeEmulator(
  { tools: { setup, origin }, id, case: name }: CallContext,
  body: Body,
): Promise<void> {
  const now = await setup.now();
  const { organization_id: organizationId = '', member_id: memberId = '' } = body;
  const requirement = REQUIREMENTS.find((each) => each === name) ?? null;
  await setup.change((state) => {
    if (requirement !== null && id !== 'resume') requireAtSignIn(state, requirement);
    if (/^(?:none )?listed/.test(name)) listMemberships(state, name !== 'none listed');
    if (id === 'verifyCode') mail(state, 'otp', body.code ?? '', { now, origin });
    if (id === 'enrol') requireAtSignIn(state, 'enrolment');
    if (['enrol', 'verifyFactor', 'enrolFactor', 'recover'].includes(id))
      bindToMember(state, organizationId, memberId);
    if (id === 'verifyFactor' || id === 'recover') giveSecondFactors(state);
    for (const session of state.sessions) {
      if (name === 'refreshed') session.expiresAt = Math.max(session.expiresAt, now + 60 * 60_000);
      if (name === 'near its end') session.expiresAt = now + SHORT_SESSION.expiresAt;
    }
    // The slug of a new organization is free.
    for (const organization of state.organizations) {
      if (id === 'create' && organization.slug === body.organization_slug)
        organization.slug += '-before';
    }
  });
}

type Body = Readonly<Record<string, string | undefined>>;

function bodyOf(route: Route): Body {
  return JSON.parse(route.request().postData() ?? '{}');
}
