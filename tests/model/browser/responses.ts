import * as v from 'valibot';
import type { ActorResult, ProviderFailure, SignedInSession } from '#machines/auth/auth.types.ts';
import {
  INVOKE_IDS,
  type InvokeId,
  invocations,
  resultCases,
} from '#machines/auth-cases/payload-cases.ts';
import { withAbsoluteTimes } from '#machines/auth-cases/with-absolute-times.ts';
import { fullName } from '#machines/rules/full-name.ts';
import type { Organization } from '#machines/rules/organization.ts';
import type { Endpoint } from '#src/stytch/calls/call.ts';
import { endpoints } from '#src/stytch/calls/calls.ts';
import { invokeIdOf, type ModelStep } from '#statechart/explore/steps.ts';
import { secondFactorData } from '../second-factor/responses.ts';

/** What the provider responds to a call. */
export interface ProviderResponse {
  /** The path of the call under `/sdk/v1`. */
  readonly path: string;
  readonly status: number;
  readonly json: object;
}

/** Every response of the provider has one. */
const REQUEST = { request_id: 'request-of-the-tour' };

/** The endpoint that redeems each kind of callback. */
const REDEEM: Readonly<Record<string, Endpoint>> = {
  discovery_oauth: endpoints.redeemDiscovery,
  oauth: endpoints.redeemOAuth,
  magic_link: endpoints.redeemLink,
  foreign_link: endpoints.redeemLink,
  organization_link: endpoints.redeemOrganizationLink,
  sso: endpoints.redeemSso,
  foreign_sso: endpoints.redeemSso,
  impersonation: endpoints.redeemImpersonation,
};

/** Whether this browser has requested the link of a callback; missing for a callback of Google. */
const LINKS: Readonly<Record<string, 'own' | 'foreign'>> = {
  magic_link: 'own',
  foreign_link: 'foreign',
};

/**
 * The response that makes the product's actor resolve to the result of a step.
 *
 * @param callback the kind of callback that the tab was opened with
 * @param now epoch milliseconds, to which the times of the result are relative
 * @returns `null` when no response of the provider does so
 */
export function responseTo(
  { type, case: name }: ModelStep,
  callback: string | null,
  now: number,
): ProviderResponse | null {
  const id = INVOKE_IDS.find((known) => known === invokeIdOf(type));
  const endpoint = id && endpointOf(id, callback ?? '');
  const result = id && resultCases[id].find((each) => each.name === name)?.value;
  if (!endpoint || !result || name === 'timed out') return null;
  const { path, response } = endpoint;
  if (result.kind === 'unavailable') return { path, status: 500, json: errorOf('internal_error') };
  if (result.kind === 'failed') {
    const errorType = errorTypeOf(endpoint, result);
    const json = errorType && errorOf(errorType, result.values?.message);
    return json ? { path, status: 400, json } : null;
  }
  const isOfOther = result.kind === 'refreshed' && path !== endpoints.refresh.path;
  const isOfCallback = id !== 'redeem' || isRedeemed(result, callback ?? '');
  const data = dataOf(withAbsoluteTimes(result, now), path);
  if (isOfOther || !isOfCallback || !v.is(response, data)) return null;
  return { path, status: 200, json: { ...REQUEST, data } };
}

function endpointOf(id: InvokeId, callback: string): Endpoint | undefined {
  if (id === 'readMemberships') return endpoints.readMemberships;
  const actor = invocations[id];
  if (actor === 'redeem') return REDEEM[callback];
  if (actor === 'startGoogle' || actor === 'revoke') return undefined;
  return endpoints[actor === 'resume' ? 'refresh' : actor];
}

/** Only the result of a link says whether it was requested here; the tours request theirs for no organization. */
function isRedeemed(result: ActorResult, callback: string): boolean {
  return (
    result.kind !== 'discovered' ||
    (result.link === LINKS[callback] && result.requestedFor === undefined)
  );
}

/** The type of the error that an endpoint's call reads as a failure; `undefined` without one. */
function errorTypeOf(
  { intermediateEnded, needsSession, errors = [] }: Endpoint,
  failure: ProviderFailure,
) {
  const { reason } = failure;
  if (reason === 'other') return 'bad_request';
  if (reason === 'intermediate') return intermediateEnded && 'intermediate_session_not_found';
  if (reason === 'session') return needsSession ? 'session_not_found' : undefined;
  return errors.find((rule) => rule.reason === reason)?.types[0];
}

function errorOf(error_type: string, error_message = error_type): object {
  return { ...REQUEST, error_type, error_message };
}

/** The data of a successful response; empty for a result that is none of a response. */
function dataOf(result: ActorResult, path: string): object {
  if ('secondFactor' in result || 'enrolment' in result) return secondFactorData(result);
  switch (result.kind) {
    case 'authenticated':
    case 'refreshed':
      return { ...REQUEST, ...sessionData(result.session) };
    case 'discovered': {
      const { organizations, emailAddress } = result.discovery;
      return {
        email_address: emailAddress,
        // Reading a list grants no new intermediate session.
        ...(path === endpoints.readOrganizations.path ? {} : tokenOf(result)),
        discovered_organizations: organizations.map(({ membership, ...organization }) => ({
          organization: organizationData(organization),
          // A member switches to an organization that has invited them, and to none that they may join.
          membership: { type: membership === 'member' ? 'active_member' : 'invited_member' },
        })),
      };
    }
    case 'primary_required': {
      const { organization, emailAddress, allowedAuthMethods, connections } = result.stepUp;
      return {
        member_authenticated: false,
        ...tokenOf(result),
        organization: {
          ...organizationData(organization),
          sso_active_connections: connections.map(({ id, name }) => ({
            connection_id: id,
            display_name: name,
          })),
        },
        member: { member_id: 'member-of-the-tour', email_address: emailAddress },
        primary_required: {
          allowed_auth_methods: [...allowedAuthMethods, ...(connections.length > 0 ? ['sso'] : [])],
        },
      };
    }
    case 'incomplete':
      return { member_authenticated: false };
    default:
      return result.kind === 'sent' ? REQUEST : {};
  }
}

/** An intermediate session is known by its digest in the model, and a digest of its token in the product. */
function tokenOf({ intermediateDigest }: { readonly intermediateDigest: string | null }) {
  return { intermediate_session_token: intermediateDigest };
}

function organizationData({ id, slug, name }: Organization) {
  return { organization_id: id, organization_slug: slug, organization_name: name };
}

/** A session as the provider returns it. Its tokens are new. */
export function sessionData(session: SignedInSession) {
  const { sessionId, memberId, memberName, emailAddress, organization, roles, expiresAt } = session;
  return {
    member_authenticated: true,
    member_session: {
      member_session_id: sessionId,
      expires_at: new Date(expiresAt).toISOString(),
      roles,
      authentication_factors: [],
    },
    member: { member_id: memberId, email_address: emailAddress, name: fullName(memberName) },
    organization: organizationData(organization),
    session_token: crypto.randomUUID(),
    session_jwt: crypto.randomUUID(),
  };
}
