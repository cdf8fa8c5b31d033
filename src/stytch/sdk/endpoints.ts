import type { GenericSchema } from 'valibot';
import * as v from 'valibot';
import {
  discoveryAuthenticatedSchema,
  discoverySchema,
  enrolmentSchema,
  outcomeResponseSchema,
  sessionResponseSchema,
  settingsSchema,
} from './response-schemas.ts';

interface Endpoint {
  /** The path under `/sdk/v1`. */
  readonly path: string;
  /** What a successful answer must hold before the SDK may see it. */
  readonly answer: GenericSchema;
}

/** An answer whose content is of no interest; every answer of the provider names its request. */
const acknowledged = v.looseObject({ request_id: v.string() });
const anything = v.looseObject({});

/**
 * Every call of the provider the product makes, by the name this room uses for it. Tests walk
 * this table: a call that joins it joins the matrix of faults.
 */
export const endpoints = {
  redeemDiscovery: {
    path: '/b2b/oauth/discovery/authenticate',
    answer: discoveryAuthenticatedSchema,
  },
  redeemOAuth: { path: '/b2b/oauth/authenticate', answer: outcomeResponseSchema },
  redeemLink: {
    path: '/b2b/magic_links/discovery/authenticate',
    answer: discoveryAuthenticatedSchema,
  },
  redeemImpersonation: { path: '/b2b/impersonation/authenticate', answer: sessionResponseSchema },
  readOrganizations: { path: '/b2b/discovery/organizations', answer: discoverySchema },
  /** The same call with a session: the switch menu of somebody who is signed in. */
  readMemberships: { path: '/b2b/discovery/organizations', answer: discoverySchema },
  exchange: {
    path: '/b2b/discovery/intermediate_sessions/exchange',
    answer: outcomeResponseSchema,
  },
  create: { path: '/b2b/discovery/organizations/create', answer: outcomeResponseSchema },
  sendCode: { path: '/b2b/otps/email/discovery/send', answer: acknowledged },
  verifyCode: {
    path: '/b2b/otps/email/discovery/authenticate',
    answer: discoveryAuthenticatedSchema,
  },
  sendLink: { path: '/b2b/magic_links/email/discovery/send', answer: acknowledged },
  verifyFactor: { path: '/b2b/totp/authenticate', answer: outcomeResponseSchema },
  recover: { path: '/b2b/recovery_codes/recover', answer: outcomeResponseSchema },
  enrol: { path: '/b2b/totp', answer: enrolmentSchema },
  refresh: { path: '/b2b/sessions/authenticate', answer: sessionResponseSchema },
  switchOrganization: { path: '/b2b/sessions/exchange', answer: outcomeResponseSchema },
  revoke: { path: '/b2b/sessions/revoke', answer: anything },
} as const satisfies Record<string, Endpoint>;

export type EndpointName = keyof typeof endpoints;

/** The project's settings have the public token in their path, so they are found by its beginning. */
export const SETTINGS_PATH = '/projects/bootstrap/';

const byPath = new Map<string, GenericSchema>(
  Object.values(endpoints).map(({ path, answer }) => [path, answer]),
);

/**
 * Whether a successful answer holds what the SDK and this room will read in it.
 *
 * @param path the path under `/sdk/v1`
 * @param data the answer's `data`
 */
export function isUsableResponse(path: string, data: unknown): boolean {
  const schema = path.startsWith(SETTINGS_PATH) ? settingsSchema : byPath.get(path);
  return v.is(schema ?? anything, data);
}
