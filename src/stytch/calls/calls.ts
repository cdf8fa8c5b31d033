import type { GenericSchema } from 'valibot';
import * as v from 'valibot';
import { REVOKE_PATH } from '#machines/rules/provider-api.ts';
import type { ActorDeps } from '../actors/actor-deps.ts';
import type { Calls } from '../actors/call-actors.ts';
import { createSessionRefresh } from '../refresh/refresh.ts';
import { createRefreshSchedule } from '../refresh/refresh-schedule.ts';
import { memberResponseSchema, selfResponseSchema } from '../responses/schemas.ts';
import { resyncSdk } from '../sdk/sdk-state.ts';
import { currentSession } from '../session/session.ts';
import type { Endpoint } from './call.ts';
import { create, createEndpoint } from './create.ts';
import { exchange, exchangeEndpoint } from './exchange.ts';
import {
  membershipsEndpoint,
  readOrganizations,
  readOrganizationsEndpoint,
} from './read-organizations.ts';
import { redeem } from './redeem.ts';
import { redeemEndpoints } from './redeem-endpoints.ts';
import { refresh, refreshEndpoint, resume } from './refresh.ts';
import { secondFactorCalls, secondFactorEndpoints } from './second-factor.ts';
import { switchOrganization, switchOrganizationEndpoint } from './switch-organization.ts';
import { verificationCalls, verificationEndpoints } from './verification.ts';

const anyObject = v.looseObject({});

const MEMBERS_PATH = '/b2b/organizations/members/';

const table = {
  ...redeemEndpoints,
  readOrganizations: readOrganizationsEndpoint,
  readMemberships: membershipsEndpoint,
  exchange: exchangeEndpoint,
  create: createEndpoint,
  ...verificationEndpoints,
  ...secondFactorEndpoints,
  refresh: refreshEndpoint,
  switchOrganization: switchOrganizationEndpoint,
  revoke: { path: REVOKE_PATH, response: anyObject },
};

export type EndpointName = keyof typeof table;

/** Every endpoint that the product calls. The fault tests iterate this table, so that a new one is tested, too. */
export const endpoints: Readonly<Record<EndpointName, Endpoint>> = table;

const calls: Calls['calls'] = {
  redeem,
  readOrganizations: (deps, _, signal) => readOrganizations(deps, signal),
  exchange,
  create,
  ...verificationCalls,
  ...secondFactorCalls,
  resume,
  refresh,
  switchOrganization,
};

const schemaByPath = new Map<string, GenericSchema>([
  ...Object.values(endpoints).map(({ path, response }) => [path, response] as const),
  // Calls of the directory.
  ...['me', 'update', 'deleteTOTP'].map(
    (name) => [MEMBERS_PATH + name, selfResponseSchema] as const,
  ),
]);

/** Whether the data of a successful response contains what the SDK and this module read in it. */
export function isUsableResponse(path: string, data: unknown): boolean {
  const otherwise = path.startsWith(MEMBERS_PATH) ? memberResponseSchema : anyObject;
  return v.is(schemaByPath.get(path) ?? otherwise, data);
}

/** Creates the calls of all actors. */
export function createCalls(actorDeps: ActorDeps): Calls {
  const { client, publicToken, transport, authenticate, now, random } = actorDeps;
  const schedule = createRefreshSchedule(now);
  transport.checkResponses(isUsableResponse);
  const sessionRefresh = createSessionRefresh({
    schedule,
    now,
    random,
    locks: navigator.locks,
    authenticate,
    currentSession: () => currentSession(client),
    resyncSdk: () => resyncSdk(publicToken),
  });
  return { deps: { ...actorDeps, schedule, refresh: sessionRefresh }, calls };
}
