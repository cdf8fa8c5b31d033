import type { Route } from '@playwright/test';
import type { Fault } from '#emulator/control/control-client.ts';
import { EMPTY_MEMORY } from '#machines/auth/auth.context.ts';
import { ACME, EMAIL, failureOf, SHORT_SESSION, stepUpFor } from '#machines/explore/fixtures.ts';
import { type InvokeId, invocations } from '#machines/explore/payload-cases.ts';
import { messages } from '#src/features/sign-in/messages.ts';
import { endpoints } from '#src/stytch/sdk/endpoints.ts';
import { tabStorage } from '../page/start-tour.ts';
import { inAnotherTab, type Tools, writeStorage } from '../page/tour-tools.ts';
import { bind, equip, listMemberships, mail, type Reception, receive } from './scenario-setup.ts';

/** The call behind each actor, by its path under `/sdk/v1`; redeeming has one for each kind of token. */
const paths = {
  startGoogle: () => '/projects/bootstrap/',
  redeem: (callback) =>
    ({
      discovery_oauth: endpoints.redeemDiscovery.path,
      oauth: endpoints.redeemOAuth.path,
      magic_link: endpoints.redeemLink.path,
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

/** What the provider says when it refuses, by the name of the model's answer. */
const refusals: Readonly<Record<string, Fault>> = {
  refused: {
    kind: 'error',
    status: 400,
    errorType: 'bad_request',
    message: failureOf('other').message,
  },
  'intermediate over': { kind: 'error', status: 404, errorType: 'intermediate_session_not_found' },
  'session over': { kind: 'error', status: 404, errorType: 'session_not_found' },
  bootstrap: { kind: 'error', status: 500 },
  unavailable: { kind: 'error', status: 500 },
};

const RECEPTIONS: readonly Reception[] = [
  'authenticated',
  'verify e-mail',
  'verify by code',
  'verify by link',
  'verify otherwise',
  'second factor',
  'enrolment',
  'unsupported factor',
];

/** Calls whose answer the emulator never makes a further step; the provider may. */
const WITHOUT_FURTHER_STEP: readonly InvokeId[] = ['create', 'verifyFactor', 'recover'];

interface Answering {
  readonly tools: Tools;
  readonly id: InvokeId;
  readonly case: string;
  /** What this tab came back with. */
  readonly callback: string;
}

/** Lets a held call be answered as the model says: by the emulator, prepared for it, or by one of its faults. */
export async function answerCall(answering: Answering): Promise<void> {
  const { tools, id, case: name } = answering;
  // Answered by the page itself, at once.
  if (id === 'revoke' || name === 'deferred') return;
  const path = paths[invocations[id]](answering.callback);
  const route = await tools.calls.take(path);
  const fault = refusals[name];
  if (id === 'refresh' && name === 'failed') return void (await defect(tools, 1, route));
  if (fault !== undefined) {
    await tools.emulator.injectFault(path.endsWith('/') ? `${path}*` : path, fault, 1);
    await route.continue();
    return;
  }
  const reception = RECEPTIONS.find((one) => one === name);
  if (reception === undefined || id === 'resume') await prepare(answering, route);
  else await tools.stage.amend((state) => receive(state, reception));
  if (reception !== undefined) await proved(answering, route);
  if (
    reception !== undefined &&
    reception !== 'authenticated' &&
    WITHOUT_FURTHER_STEP.includes(id)
  ) {
    await divert(route);
  } else await route.continue();
}

/**
 * Something nobody expected: the page's own code throws while it reads an answer, where everything the
 * provider can do is caught. What it reads at that point is whether its actor still waits.
 */
export async function strike({ tools, id, callback }: Omit<Answering, 'case'>): Promise<void> {
  const route = await tools.calls.take(paths[invocations[id]](callback));
  const google = id === 'startGoogle' || id === 'startGoogleForChosen';
  const twice = id === 'resume' || id === 'refresh';
  await defect(tools, twice ? 2 : 1, route, google);
}

async function defect({ page, emulator }: Tools, times: number, route: Route, works = false) {
  await page.evaluate((most) => {
    const real = Object.getOwnPropertyDescriptor(AbortSignal.prototype, 'aborted');
    let left = most;
    Object.defineProperty(AbortSignal.prototype, 'aborted', {
      configurable: true,
      get() {
        left -= 1;
        if (left <= 0 && real !== undefined) {
          Object.defineProperty(AbortSignal.prototype, 'aborted', real);
        }
        throw new Error('Something nobody expected.');
      },
    });
  }, times);
  const { pathname } = new URL(route.request().url());
  if (!works) await emulator.injectFault(pathname, { kind: 'error', status: 500 }, 1);
  await route.continue();
}

/** What has to be true at the emulator before a call may succeed. */
async function prepare({ tools, id, case: name }: Answering, route: Route): Promise<void> {
  const { stage, origin } = tools;
  const body = bodyOf(route);
  const now = await stage.now();
  if (name === 'taken over') return openWaitingTab(tools);
  await stage.amend((state) => {
    if (name === 'listed' || name === 'none listed') listMemberships(state, name === 'listed');
    if (id === 'verifyCode') mail(state, 'otp', body.code ?? '', { now, origin });
    if (id === 'enrol') {
      receive(state, 'enrolment');
      bind(state, body.organization_id ?? '', body.member_id ?? '');
    }
    for (const session of state.sessions) {
      if (name === 'refreshed') session.expiresAt = Math.max(session.expiresAt, now + 60 * 60_000);
      if (name === 'near its end') session.expiresAt = now + SHORT_SESSION.expiresAt;
    }
  });
}

/** A second factor is proved by the member who was asked for it; a new organization is new. */
async function proved({ tools, id }: Answering, route: Route): Promise<void> {
  if (id === 'create') {
    const { organization_slug } = bodyOf(route);
    await tools.stage.amend((state) => {
      for (const one of state.organizations) {
        if (one.slug === organization_slug) one.slug = `${one.slug}-of-before`;
      }
    });
  }
  if (id !== 'verifyFactor' && id !== 'enrolFactor' && id !== 'recover') return;
  const { organization_id, member_id } = bodyOf(route);
  await tools.stage.amend((state) => {
    bind(state, organization_id ?? '', member_id ?? '');
    if (id !== 'enrolFactor') equip(state);
  });
}

/** The answer is that of an exchange, which knows every further step. */
async function divert(route: Route): Promise<void> {
  const { intermediate_session_token } = bodyOf(route);
  await route.continue({
    url: route
      .request()
      .url()
      .replace(/\/sdk\/v1\/.*$/, `/sdk/v1${endpoints.exchange.path}`),
    postData: JSON.stringify({
      organization_id: ACME.id,
      session_duration_minutes: 1_440,
      intermediate_session_token,
    }),
  });
}

/** A tab that waits for the very link that is being opened, and gets no further than that. */
async function openWaitingTab(tools: Tools): Promise<void> {
  await tools.emulator.injectFault(endpoints.exchange.path, { kind: 'hang' });
  await inAnotherTab(tools, async (tab) => {
    const memory = {
      ...EMPTY_MEMORY,
      emailAddress: EMAIL,
      selectedOrganization: ACME,
      stepUp: stepUpFor(ACME, 'email_otp', 'magic_link'),
      linkSentAt: 0,
    };
    await writeStorage(tab, 'sessionStorage', {
      ...tabStorage(memory),
      auth_link_sent_to: EMAIL,
    });
    await tab.goto('/');
    await tab.getByRole('heading', { name: messages.stepUp.heading }).waitFor();
  });
}

function bodyOf(route: Route): Readonly<Record<string, string | undefined>> {
  return JSON.parse(route.request().postData() ?? '{}');
}
