import type { Factor, StoredMember } from '../../store/state.ts';
import type { Store } from '../../store/store.ts';
import type { AuthenticationFactor, BackendFactor } from '../http/response-types.ts';

type DescribedFactor = BackendFactor & { sequence_order: 'PRIMARY' | 'SECONDARY' };

function emailId(member: StoredMember): string {
  return `email-test-${member.id.slice('member-test-'.length)}`;
}

/**
 * Builds the provider's authentication factor object. The cast is needed because the browser SDK's type lacks the
 * secondary factors and impersonation.
 */
export function factorObject(
  store: Store,
  factor: Factor,
  member: StoredMember,
): AuthenticationFactor {
  return describeFactor(store, factor, member) as AuthenticationFactor;
}

function describeFactor(store: Store, factor: Factor, member: StoredMember): DescribedFactor {
  const at = store.clock.iso(factor.at);
  switch (factor.method) {
    case 'google_oauth':
      return {
        delivery_method: 'oauth_google',
        type: 'oauth',
        last_authenticated_at: at,
        google_oauth_factor: {
          id: `oauth-registration-test-${factor.subject.slice('google-subject-'.length)}`,
          email_id: emailId(member),
          provider_subject: factor.subject,
        },
        sequence_order: 'PRIMARY',
      };
    case 'email_otp':
    case 'magic_link':
      return {
        delivery_method: 'email',
        type: factor.method,
        last_authenticated_at: at,
        email_factor: { email_id: emailId(member), email_address: member.email },
        sequence_order: 'PRIMARY',
      };
    case 'sso': {
      const [connectionId = '', subject = ''] = factor.subject.split('/');
      const registration = member.ssoRegistrations.find(
        (each) => each.connectionId === connectionId,
      );
      const described = {
        id: registration?.id ?? '',
        provider_id: connectionId,
        external_id: subject,
      };
      const common = {
        type: 'sso' as const,
        last_authenticated_at: at,
        sequence_order: 'PRIMARY' as const,
      };
      return connectionId.startsWith('saml')
        ? { ...common, delivery_method: 'sso_saml', saml_sso_factor: described }
        : { ...common, delivery_method: 'sso_oidc', oidc_sso_factor: described };
    }
    case 'totp':
      return {
        delivery_method: 'authenticator_app',
        type: 'totp',
        last_authenticated_at: at,
        authenticator_app_factor: { totp_id: member.totp?.id ?? '' },
        sequence_order: 'SECONDARY',
      };
    case 'recovery_code':
      return {
        delivery_method: 'recovery_code',
        type: 'recovery_codes',
        last_authenticated_at: at,
        recovery_code_factor: { totp_recovery_code_id: member.totp?.id ?? '' },
        sequence_order: 'SECONDARY',
      };
    case 'impersonated':
      return {
        delivery_method: 'impersonation',
        type: 'impersonated',
        last_authenticated_at: at,
        impersonated_factor: {
          impersonator_id: `impersonator-test-${member.id.slice('member-test-'.length)}`,
          impersonator_email_address: factor.subject,
        },
        sequence_order: 'PRIMARY',
      };
  }
}
