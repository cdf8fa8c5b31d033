import * as v from 'valibot';
import type {
  Discovered,
  DiscoveredOrganization,
  Membership,
  Outcome,
  ProviderFailure,
  SecondFactorRequirement,
  StepUpMethod,
} from '#machines/auth/auth.types.ts';
import { unreachableFailure } from '../sdk/failures.ts';
import type { RawMember, RawOrganization } from '../sdk/raw-session.ts';
import { knownEmail, readOrganization, readSession } from '../sdk/read-session.ts';
import { discoveredOrganizationSchema, discoverySchema, outcomeResponseSchema } from './schemas.ts';

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
      emailAddress: knownEmail(member?.email_address),
    };
    return { kind: 'primary_required', stepUp, at, intermediateDigest: null };
  }
  if (organization != null && member != null && mfa != null) {
    const phone = mfa.member_options?.mfa_phone_number || member.mfa_phone_number || null;
    const secondFactor = {
      organization: readOrganization(organization),
      memberId: member.member_id,
      emailAddress: knownEmail(member.email_address),
      factor: factorOf(organization, member, phone),
    };
    return { kind: 'mfa_required', secondFactor, at, intermediateDigest: null };
  }
  return { kind: 'incomplete' };
}

/** Reads a person's organizations and address, without invalid and repeated rows (R6.7). `at`: epoch milliseconds. */
export function readDiscovered(response: unknown, at: number): Discovered | ProviderFailure {
  const parsed = v.safeParse(discoverySchema, response);
  if (!parsed.success) return unreachableFailure();
  const seen = new Set<string>();
  const organizations = parsed.output.discovered_organizations.flatMap((row) => {
    const organization = readRow(row);
    if (organization === null || seen.has(organization.id)) return [];
    seen.add(organization.id);
    return [organization];
  });
  const discovery = { organizations, emailAddress: knownEmail(parsed.output.email_address) };
  return { kind: 'discovered', discovery, at, intermediateDigest: null };
}

function readRow(row: unknown): DiscoveredOrganization | null {
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

/** What choosing a listed organization leads to. Its row has the requirements of the response to an exchange. */
function followsOf(
  row: v.InferOutput<typeof discoveredOrganizationSchema>,
): DiscoveredOrganization['follows'] {
  const member = row.membership?.member;
  const outcome = readOutcome({ ...row, member, member_authenticated: false }, 0);
  const isUnsupported =
    outcome.kind === 'primary_required'
      ? outcome.stepUp.allowedAuthMethods.length === 0
      : outcome.kind === 'mfa_required' && outcome.secondFactor.factor === 'unsupported';
  if (isUnsupported) return 'unsupported';
  return row.primary_required != null
    ? 'verification'
    : row.mfa_required != null
      ? 'second_factor'
      : null;
}

function membershipOf(type: string | undefined): Membership {
  if (type === 'active_member') return 'member';
  return type === 'pending_member' || type === 'invited_member' ? 'invited' : 'joinable';
}

/** The provider enrols no app for a member whose second factor is a phone. The product offers no phone codes. */
function factorOf(
  organization: RawOrganization,
  member: RawMember,
  phone: string | null,
): SecondFactorRequirement['factor'] {
  const allowsApp =
    member.is_breakglass === true ||
    organization.mfa_methods !== 'RESTRICTED' ||
    (organization.allowed_mfa_methods ?? []).includes('totp');
  if (!allowsApp) return 'unsupported';
  if (member.totp_registration_id) return 'totp';
  return phone === null ? 'enrolment' : 'unsupported';
}
