import { stableId } from '../../store/ids.ts';
import type { Factor, StoredMember } from '../../store/state.ts';
import type { Store } from '../../store/store.ts';
import type { AuthenticationFactor, BackendFactor } from '../http/response-types.ts';

type DescribedFactor = Omit<BackendFactor, 'last_authenticated_at' | 'sequence_order'>;

/** The id of an address that a member has or had. */
export function emailId({ id, email }: StoredMember, address = email): string {
  return stableId(id, 'email-test', address);
}

/**
 * Builds the provider's authentication factor object. The cast is needed because the browser SDK's type lacks the
 * secondary factors and impersonation.
 */
export function factorObject(
  { clock }: Store,
  factor: Factor,
  member: StoredMember,
): AuthenticationFactor {
  const { at, method } = factor;
  const isSecondary = method === 'totp' || method === 'recovery_code';
  return {
    ...describeFactor(factor, member),
    last_authenticated_at: clock.iso(at),
    sequence_order: isSecondary ? 'SECONDARY' : 'PRIMARY',
  } as AuthenticationFactor;
}

function describeFactor({ method, subject }: Factor, member: StoredMember): DescribedFactor {
  switch (method) {
    case 'google_oauth':
      return {
        delivery_method: 'oauth_google',
        type: 'oauth',
        google_oauth_factor: {
          id: `oauth-registration-test-${subject.slice('google-subject-'.length)}`,
          email_id: emailId(member),
          provider_subject: subject,
        },
      };
    case 'email_otp':
    case 'magic_link':
      return {
        delivery_method: 'email',
        type: method,
        email_factor: { email_id: emailId(member), email_address: member.email },
      };
    case 'sso': {
      const [provider_id = '', external_id = ''] = subject.split('/');
      const registration = member.ssoRegistrations.find(
        (each) => each.connectionId === provider_id,
      );
      const described = { id: registration?.id ?? '', provider_id, external_id };
      return provider_id.startsWith('saml')
        ? { type: 'sso', delivery_method: 'sso_saml', saml_sso_factor: described }
        : { type: 'sso', delivery_method: 'sso_oidc', oidc_sso_factor: described };
    }
    case 'totp':
      return {
        delivery_method: 'authenticator_app',
        type: 'totp',
        authenticator_app_factor: { totp_id: member.totp?.id ?? '' },
      };
    case 'recovery_code':
      return {
        delivery_method: 'recovery_code',
        type: 'recovery_codes',
        recovery_code_factor: { totp_recovery_code_id: member.totp?.id ?? '' },
      };
    case 'impersonated':
      return {
        delivery_method: 'impersonation',
        type: 'impersonated',
        impersonated_factor: {
          impersonator_id: `impersonator-test-${member.id.slice('member-test-'.length)}`,
          impersonator_email_address: subject,
        },
      };
  }
}
