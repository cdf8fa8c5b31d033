import { createMagicLinkHandoff } from '../email-link/magic-link-handoff.ts';
import { wasLinkSentTo } from '../email-link/magic-link-request.ts';
import { createTabChannel } from '../email-link/tab-channel.ts';
import { createSessionRefresh } from '../refresh/refresh.ts';
import { createRefreshLeader } from '../refresh/refresh-leader.ts';
import { createRefreshSchedule } from '../refresh/refresh-schedule.ts';
import { isUsableResponse } from '../responses/endpoints.ts';
import { resyncSdk } from '../sdk/sdk-state.ts';
import { currentSession } from '../session/session.ts';
import type { EarlyActorDeps } from './actor-deps.ts';
import type { ActorCalls } from './late-actors.ts';
import { createOrganizationCall, exchangeCall, readOrganizationsCall } from './organizations.ts';
import { redeemCall } from './redeem.ts';
import { enrolCall, recoverCall, verifyFactorCall } from './second-factor.ts';
import { refreshCall, resumeCall, switchOrganizationCall } from './session.ts';
import { sendCodeCall, sendLinkCall, verifyCodeCall } from './step-up.ts';

/** Creates the calls of all late actors. Everything that only they need is loaded with this module. */
export function createActorCalls(early: EarlyActorDeps): ActorCalls {
  const { client, publicToken, transport, events, authenticate, now, random } = early;
  const schedule = createRefreshSchedule(now);
  const deps = { ...early, schedule };
  transport.checkResponses(isUsableResponse);
  const handoff = createMagicLinkHandoff({
    channel: createTabChannel(),
    isRequestedHere: wasLinkSentTo,
    onOffered: (id, emailAddress) => events.send({ type: 'handoff.offered', id, emailAddress }),
    onGranted: (intermediateDigest) => events.send({ type: 'email.verified', intermediateDigest }),
  });
  events.setHandoff(handoff);
  const refresh = createSessionRefresh({
    schedule,
    now,
    random,
    runAsLeader: createRefreshLeader({
      locks: navigator.locks,
      lastActivityAt: schedule.lastActivityAt,
      now,
    }),
    authenticate,
    currentSession: () => currentSession(client),
    resyncSdk: () => resyncSdk(publicToken),
  });
  return {
    redeem: redeemCall({ ...deps, handoff }),
    readOrganizations: readOrganizationsCall(deps),
    exchange: exchangeCall(deps),
    create: createOrganizationCall(deps),
    sendCode: sendCodeCall(deps),
    verifyCode: verifyCodeCall(deps),
    sendLink: sendLinkCall(deps),
    verifyFactor: verifyFactorCall(deps),
    recover: recoverCall(deps),
    enrol: enrolCall(deps),
    resume: resumeCall(deps, refresh),
    refresh: refreshCall(deps, refresh),
    switchOrganization: switchOrganizationCall(deps),
  };
}
