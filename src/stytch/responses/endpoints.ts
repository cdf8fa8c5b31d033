import type { GenericSchema } from 'valibot';
import * as v from 'valibot';
import { REFRESH_PATH, REVOKE_PATH } from '../transport/provider-paths.ts';
import {
  discoveryAuthenticatedSchema,
  discoverySchema,
  enrolmentSchema,
  outcomeResponseSchema,
  sessionResponseSchema,
} from './response-schemas.ts';

export interface Endpoint {
  /** The path under `SDK_PREFIX`. */
  readonly path: string;
  /** What the data of a successful response must contain before the SDK reads it. */
  readonly response: GenericSchema;
  /** Whether it can start a session, where there was none. */
  readonly startsSession?: true;
}

/** A response without data that the product reads. Every response of the provider has a request id. */
const acknowledgement = v.looseObject({ request_id: v.string() });
const anyObject = v.looseObject({});

/**
 * Every endpoint that the product calls, by its name in this module. The fault tests iterate this table, so a
 * new endpoint is tested with every fault.
 */
export const endpoints = {
  redeemDiscovery: {
    path: '/b2b/oauth/discovery/authenticate',
    response: discoveryAuthenticatedSchema,
  },
  redeemOAuth: {
    path: '/b2b/oauth/authenticate',
    response: outcomeResponseSchema,
    startsSession: true,
  },
  redeemLink: {
    path: '/b2b/magic_links/discovery/authenticate',
    response: discoveryAuthenticatedSchema,
  },
  redeemImpersonation: {
    path: '/b2b/impersonation/authenticate',
    response: sessionResponseSchema,
    startsSession: true,
  },
  readOrganizations: { path: '/b2b/discovery/organizations', response: discoverySchema },
  /** The endpoint of `readOrganizations`, called with a session: the organizations of the switch menu. */
  readMemberships: { path: '/b2b/discovery/organizations', response: discoverySchema },
  exchange: {
    path: '/b2b/discovery/intermediate_sessions/exchange',
    response: outcomeResponseSchema,
    startsSession: true,
  },
  create: {
    path: '/b2b/discovery/organizations/create',
    response: outcomeResponseSchema,
    startsSession: true,
  },
  sendCode: { path: '/b2b/otps/email/discovery/send', response: acknowledgement },
  verifyCode: {
    path: '/b2b/otps/email/discovery/authenticate',
    response: discoveryAuthenticatedSchema,
  },
  sendLink: { path: '/b2b/magic_links/email/discovery/send', response: acknowledgement },
  verifyFactor: {
    path: '/b2b/totp/authenticate',
    response: outcomeResponseSchema,
    startsSession: true,
  },
  recover: {
    path: '/b2b/recovery_codes/recover',
    response: outcomeResponseSchema,
    startsSession: true,
  },
  enrol: { path: '/b2b/totp', response: enrolmentSchema },
  refresh: { path: REFRESH_PATH, response: sessionResponseSchema },
  switchOrganization: { path: '/b2b/sessions/exchange', response: outcomeResponseSchema },
  revoke: { path: REVOKE_PATH, response: anyObject },
} as const satisfies Record<string, Endpoint>;

export type EndpointName = keyof typeof endpoints;

const schemaByPath = new Map<string, GenericSchema>(
  Object.values(endpoints).map(({ path, response }) => [path, response]),
);

/**
 * Whether the data of a successful response contains what the SDK and this module read in it.
 *
 * @param path the path under `SDK_PREFIX`
 * @param data the response's `data`
 */
export function isUsableResponse(path: string, data: unknown): boolean {
  return v.is(schemaByPath.get(path) ?? anyObject, data);
}
