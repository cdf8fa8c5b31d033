import type { Route } from '@playwright/test';
import type { Fault } from '#emulator/control/control-client.ts';
import { NO_STORED_SIGN_IN } from '#machines/auth/auth.context.ts';
import {
  ACME,
  DORAS_SESSION,
  EMAIL,
  failureOf,
  SESSION,
  SHORT_SESSION,
  stepUpFor,
} from '#machines/auth-cases/fixtures.ts';
import { type InvokeId, invocations } from '#machines/auth-cases/payload-cases.ts';
import { lateMessages } from '#src/features/sign-in/late-messages.ts';
import { endpoints } from '#src/stytch/calls/calls.ts';
import { storedLinkRequest, storedSignIn } from '../page/stored-sign-in.ts';
import { inAnotherTab, type TourTools, writeStored } from '../page/tour-tools.ts';
import {
  bindToMember,
  giveSecondFactors,
  listMemberships,
  mail,
  requireAtSignIn,
  type SignInRequirement,
} from './scenario-setup.ts';

/** The path of each actor's call under `/sdk/v1`; `redeem` has one for each kind of callback. */
const paths = {
  startGoogle: () => '/projects/bootstrap/',
  redeem: (callback) =>
    ({
      discovery_oauth: endpoints.redeemDiscovery.path,
      oauth: endpoints.redeemOAuth.path,
      magic_link: endpoints.redeemLink.path,
      foreign_link: endpoints.redeemLink.path,
      impersonation: endpoints.redeemImpersonation.path,
    })[callback] ?? '',
  readOrganizations: () => endpoints.readOrganizations.path,
  exchange: () => endpoints.exchange.path,
  create: () => endpoints.create.path,
  sendCode: () => endpoints.sendCode.path,
  verifyCode: () => endpoints.verifyCode.path,
  sendLink: () => endpoints.sendLink.path,
  verifyFactor: () => endpoints.verifyFactor.path,
  recover: () => endpoints.recover.path,
  enrol: () => endpoints.enrol.path,
  resume: () => endpoints.refresh.path,
  refresh: () => endpoints.refresh.path,
  switchOrganization: () => endpoints.switchOrganization.path,
  revoke: () => endpoints.revoke.path,
} as const satisfies Record<(typeof invocations)[InvokeId], (callback: string) => string>;

/** The results for another person, each by the case of the same result for the person of the fixtures. */
const DORAS_CASES: Readonly<Record<string, string>> = {
  'listed for another person': 'listed',
  'authenticated as another person': 'authenticated',
  'verify the e-mail of another person': 'verify by code',
  'second factor of another person': 'second factor',
  "another person's session": 'refreshed',
};

interface Overrides {
  readonly url?: string;
  readonly postData?: string;
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
  'wrong code of an app': { kind: 'error', status: 400, errorType: 'invalid_totp_code' },
  'intermediate over': { kind: 'error', status: 404, errorType: 'intermediate_session_not_found' },
  'session over': { kind: 'error', status: 404, errorType: 'session_not_found' },
  bootstrap: { kind: 'error', status: 500 },
  unavailable: { kind: 'error', status: 500 },
};

const REQUIREMENTS: readonly SignInRequirement[] = [
  'authenticated',
  'verify e-mail',
  'verify by code',
  'verify by link',
  'verify otherwise',
  'second factor',
  'enrolment',
  'unsupported factor',
];

/** Calls that the emulator never answers with a further step, although the provider may. */
const ALWAYS_COMPLETE: readonly InvokeId[] = ['create', 'verifyFactor', 'recover'];

interface CallContext {
  readonly tools: TourTools;
  readonly id: InvokeId;
  readonly case: string;
  /** The kind of callback the tab was opened with. */
  readonly callback: string;
}

/** Makes the emulator respond with the step's result, normally or by a fault, and releases the held call. */
export async function releaseWithResponse(given: CallContext): Promise<void> {
  const isForDora = given.case in DORAS_CASES;
  const context = { ...given, case: DORAS_CASES[given.case] ?? given.case };
  const { tools, id, case: name } = context;
  // The page itself gives these results, without a call.
  if (id === 'revoke' || name === 'deferred') return;
  const path = paths[invocations[id]](context.callback);
  const route = await tools.calls.take(path);
  const fault = faults[name];
  if (fault !== undefined) {
    await tools.emulator.injectFault(path.endsWith('/') ? `${path}*` : path, fault, 1);
    await route.continue();
    return;
  }
  const requirement = REQUIREMENTS.find((each) => each === name);
  if (requirement === undefined || id === 'resume') await arrangeEmulator(context, route);
  else await tools.setup.change((state) => requireAtSignIn(state, requirement));
  if (requirement !== undefined) await arrangeMember(context, route);
  if (
    requirement !== undefined &&
    requirement !== 'authenticated' &&
    ALWAYS_COMPLETE.includes(id)
  ) {
    await respond(route, isForDora, asExchange(route));
  } else await respond(route, isForDora);
}

/** Brings the emulator into the state in which a call returns the result. */
async function arrangeEmulator(
  { tools, id, case: name }: CallContext,
  route: Route,
): Promise<void> {
  const { setup, origin } = tools;
  const body = bodyOf(route);
  const now = await setup.now();
  if (name === 'handed off') return openWaitingTab(tools);
  await setup.change((state) => {
    if (/^(?:none )?listed/.test(name)) listMemberships(state, name !== 'none listed');
    if (id === 'verifyCode') mail(state, 'otp', body.code ?? '', { now, origin });
    if (id === 'enrol') {
      requireAtSignIn(state, 'enrolment');
      bindToMember(state, body.organization_id ?? '', body.member_id ?? '');
    }
    for (const session of state.sessions) {
      if (name === 'refreshed') session.expiresAt = Math.max(session.expiresAt, now + 60 * 60_000);
      if (name === 'near its end') session.expiresAt = now + SHORT_SESSION.expiresAt;
    }
  });
}

/** Binds a second factor to its member, and frees the slug of a new organization. */
async function arrangeMember({ tools, id }: CallContext, route: Route): Promise<void> {
  if (id === 'create') {
    const { organization_slug } = bodyOf(route);
    await tools.setup.change((state) => {
      for (const organization of state.organizations) {
        if (organization.slug === organization_slug) organization.slug += '-before';
      }
    });
  }
  if (id !== 'verifyFactor' && id !== 'enrolFactor' && id !== 'recover') return;
  const { organization_id, member_id } = bodyOf(route);
  await tools.setup.change((state) => {
    bindToMember(state, organization_id ?? '', member_id ?? '');
    if (id !== 'enrolFactor') giveSecondFactors(state);
  });
}

/** Lets the emulator respond; the response for another person has that person's address and id. */
async function respond(route: Route, isForDora: boolean, overrides: Overrides = {}): Promise<void> {
  if (!isForDora) return route.continue(overrides);
  const response = await route.fetch(overrides);
  const body = (await response.text())
    .replaceAll(EMAIL, DORAS_SESSION.emailAddress)
    .replaceAll(`"${SESSION.memberId}"`, `"${DORAS_SESSION.memberId}"`);
  await route.fulfill({ response, body });
}

/** Redirects a call to the exchange, whose response can ask for every further step. */
function asExchange(route: Route): Overrides {
  const { intermediate_session_token } = bodyOf(route);
  return {
    url: route
      .request()
      .url()
      .replace(/\/sdk\/v1\/.*$/, `/sdk/v1${endpoints.exchange.path}`),
    postData: JSON.stringify({
      organization_id: ACME.id,
      session_duration_minutes: 1_440,
      intermediate_session_token,
    }),
  };
}

/** Opens a tab that waits for the same magic link, and holds it there. */
async function openWaitingTab(tools: TourTools): Promise<void> {
  await tools.emulator.injectFault(endpoints.exchange.path, { kind: 'hang' });
  await inAnotherTab(tools, async (tab) => {
    await writeStored(tab, await storedLinkRequest());
    const waiting = {
      ...NO_STORED_SIGN_IN,
      emailAddress: EMAIL,
      selectedOrganization: ACME,
      stepUp: stepUpFor(ACME, 'email_otp', 'magic_link'),
      linkSentAt: 0,
    };
    await writeStored(tab, await storedSignIn(waiting));
    await tab.goto('/');
    await tab.getByRole('heading', { name: lateMessages.stepUp.heading }).waitFor();
  });
}

function bodyOf(route: Route): Readonly<Record<string, string | undefined>> {
  return JSON.parse(route.request().postData() ?? '{}');
}
