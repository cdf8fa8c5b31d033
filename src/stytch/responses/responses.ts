import * as v from 'valibot';
import type {
  Discovered,
  DiscoveredOrganization,
  Membership,
  Outcome,
  ProviderFailure,
  StepUpMethod,
} from '#machines/auth/auth.types.ts';
import { unreachableFailure } from '../sdk/failures.ts';
import { knownEmail, readOrganization, readSession } from '../sdk/read-session.ts';
import { readConnections } from '../sso/read-connections.ts';
import { discoveredOrganizationSchema, discoverySchema, outcomeResponseSchema } from './schemas.ts';
import { readSecondFactor, secondFactorOf } from './second-factor.ts';

const STEP_UP_METHODS: readonly StepUpMethod[] = ['email_otp', 'magic_link'];

/** Reads a response as a session, a required step, or neither (R7.4 to R7.7). `at`: epoch milliseconds. */
export function readOutcome(response: unknown, at: number): Outcome {
  const parsed = v.safeParse(outcomeResponseSchema, response);
  if (!parsed.success) return { kind: 'incomplete' };
  const { output } = parsed;
  if (output.member_session != null) {
    const { member_session: session, member, organization } = output;
    const signedIn = readSession({ session, member, organization });
    return signedIn === null
      ? { kind: 'incomplete' }
      : { kind: 'authenticated', session: signedIn, at };
  }
  const { organization, member, primary_required: primary, mfa_required: mfa } = output;
  if (organization != null && primary != null) {
    const stepUp = {
      organization: readOrganization(organization),
      allowedAuthMethods: STEP_UP_METHODS.filter((method) =>
        primary.allowed_auth_methods.includes(method),
      ),
      connections: readConnections(organization, primary.allowed_auth_methods),
      emailAddress: knownEmail(member?.email_address),
    };
    return { kind: 'primary_required', stepUp, at, intermediateDigest: null };
  }
  if (organization != null && member != null && mfa != null) {
    return readSecondFactor(organization, member, mfa.member_options?.mfa_phone_number, at);
  }
  return { kind: 'incomplete' };
}

/** Reads a person's organizations and address, without invalid and repeated rows (R6.7). `at`: epoch milliseconds. */
export function readDiscovered(response: unknown, at: number): Discovered | ProviderFailure {
  const parsed = v.safeParse(discoverySchema, response);
  if (!parsed.success) return unreachableFailure();
  const seen = new Set<string>();
  const organizations = parsed.output.discovered_organizations.flatMap((row) => {
    const organization = readOrganizationRow(row);
    if (organization === null || seen.has(organization.id)) return [];
    seen.add(organization.id);
    return [organization];
  });
  const discovery = { organizations, emailAddress: knownEmail(parsed.output.email_address) };
  return { kind: 'discovered', discovery, at, intermediateDigest: null };
}

function readOrganizationRow(row: unknown): DiscoveredOrganization | null {
  const parsed = v.safeParse(discoveredOrganizationSchema, row);
  if (!parsed.success) return null;
  const { organization, membership } = parsed.output;
  const read = readOrganization(organization);
  // The provider grants no such slug, and a shown one could be that of another organization.
  if (read.slug !== organization.organization_slug) return null;
  return {
    ...read,
    membership: membershipOf(membership?.type),
    follows: followsOf(parsed.output),
  };
}

/** Tells where the choice of a listed organization leads. Its row has the requirements of an exchange's response. */
function followsOf(
  row: v.InferOutput<typeof discoveredOrganizationSchema>,
): DiscoveredOrganization['follows'] {
  const member = row.membership?.member;
  const outcome = readOutcome({ ...row, member, member_authenticated: false }, 0);
  if (row.primary_required != null) {
    if (outcome.kind !== 'primary_required') return 'verification';
    const { allowedAuthMethods, connections } = outcome.stepUp;
    if (allowedAuthMethods.length > 0) return 'verification';
    return connections.length > 0 ? 'single_sign_on' : 'unsupported';
  }
  return row.mfa_required != null ? secondFactorOf(outcome) : null;
}

function membershipOf(type: string | null | undefined): Membership {
  if (type === 'active_member') return 'member';
  return type === 'pending_member' || type === 'invited_member' ? 'invited' : 'joinable';
}
