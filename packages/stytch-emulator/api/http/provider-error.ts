/** The provider's errors: by status and type, what the emulator says unless a call says it more precisely. */
const ERRORS = {
  400: {
    allowed_auth_methods_required_for_restricted: 'allowed_auth_methods is empty.',
    allowed_mfa_methods_required_for_restricted: 'allowed_mfa_methods is empty.',
    active_totp_exists: 'The member already has an active authenticator app.',
    ad_blocker_detected:
      'The device could not be fingerprinted. Disable the ad blocker and try again.',
    bad_request: 'The request is invalid.',
    connected_app_supplied_redirect_url_not_found_in_client:
      'The redirect URL in the request did not match any redirect URLs set for this app.',
    expired_totp: 'The TOTP registration expired before it was authenticated. Create another one.',
    id_token_invalid: 'The ID token is invalid.',
    invalid_b2b_endpoint: 'This endpoint is only enabled for B2B projects.',
    invalid_code: 'Code format is invalid.',
    invalid_email: 'Email format is invalid.',
    invalid_intermediate_session_token_for_organization:
      'The intermediate session token does not belong to this member of this organization.',
    invalid_organization_name: 'The organization_name must be between 1 and 128 characters.',
    invalid_organization_slug: 'The organization_slug is invalid.',
    invalid_pkce_code_challenge: 'The pkce_code_challenge is no base64url SHA-256 digest.',
    invalid_pkce_code_verifier: 'The code_verifier must be 43 to 128 unreserved characters.',
    invalid_session_duration: 'The session duration is longer than the project allows.',
    invalid_session_duration_minutes: 'session_duration_minutes must be 5 to 527040.',
    invalid_totp_code: 'The TOTP code must be 6 digits.',
    live_id_used_in_test_environment: 'A live public token was used in the test environment.',
    no_default_discovery_redirect_url_set:
      'The project has no default redirect URL of type DISCOVERY.',
    no_default_login_redirect_url_set: 'The project has no default redirect URL of type LOGIN.',
    no_default_signup_redirect_url_set: 'The project has no default redirect URL of type SIGNUP.',
    no_match_for_provided_magic_link_url: 'The project does not allow this redirect URL.',
    no_match_for_provided_oauth_url: 'The project does not allow this redirect URL.',
    no_session_arguments: 'A session_token, session_jwt or intermediate_session_token is missing.',
    oauth_flow_callback_error: 'No account was chosen.',
    organization_settings_domain_too_common: 'Everybody can have an address of this domain.',
    organization_slug_already_used: 'Another organization has this organization_slug.',
    pkce_did_not_expect_code_verifier: 'The flow was started without a code_challenge.',
    pkce_expected_code_verifier: 'The code_verifier of the flow is missing.',
    pkce_mismatch: 'The code_verifier does not match the code_challenge of the start.',
    cannot_assign_default_rbac_role_id: 'Every member has the role stytch_member.',
    cannot_update_trusted_metadata: 'Only a backend can change trusted_metadata and external_id.',
    default_mfa_member_missing_factor: 'The member does not have this second factor.',
    duplicate_member_email: 'A member of this organization already has this email address.',
    email_unverified_for_reactivation: 'The address of the deleted member was never verified.',
    invalid_email_for_invites: 'The organization does not allow invitations to this address.',
    invalid_expiration: 'An expiration is out of range.',
    invalid_rbac_role_assignment: 'The project has no such role.',
    invalid_restricted_email_setting: 'email_allowed_domains is empty.',
    invalid_sso_default_connection_id: 'The organization has no such active connection.',
    member_search_organization_ids_empty: 'organization_ids is empty.',
    no_default_invite_redirect_url_set: 'The project has no default redirect URL of type INVITE.',
    no_match_for_provided_sso_url: 'The project does not allow this redirect URL.',
    reactivation_email_belongs_to_another_member: 'Another member has the email address now.',
    too_many_session_arguments: 'Only one of session_token and session_jwt may be given.',
    query_params_do_not_match: 'No redirect URL of the project has this user, query or fragment.',
    retired_email_missing_email_identifiers: 'An email_id or an email_address is missing.',
    redirect_url_cannot_use_protocol: 'A redirect URL must use http or https.',
  },
  401: {
    invalid_authorization_header: 'The header is not Basic base64(public_token:session_token).',
    totp_code_already_authenticated: 'The TOTP code was used. Try the next one.',
    unable_to_parse_session_jwt: 'The session JWT could not be verified.',
    unauthorized_credentials: 'Unauthorized credentials.',
    unable_to_auth_impersonation_token: 'The impersonation token was used, or it has expired.',
    unable_to_auth_magic_link: 'The magic link was used, or it has expired.',
    unable_to_auth_otp_code: 'The passcode was used, or it has expired.',
    unable_to_authenticate_recovery_code: 'The recovery code is wrong, or it was used.',
    unable_to_authenticate_totp: 'The TOTP code is wrong. Try the next one.',
    user_unauthenticated: 'The call needs an active session.',
  },
  403: {
    captcha_required: 'Captcha required',
    email_jit_provisioning_not_allowed: 'Only a member can sign in with this address.',
    operation_restricted_by_organization_mfa_methods: 'The organization forbids this factor.',
    invalid_connection_for_jit_provisioning: 'The organization admits nobody by this connection.',
    session_authorization_error: 'No role of the session permits the action.',
    session_authorization_tenancy_error: 'The session belongs to another organization.',
    session_not_mutable: 'An impersonated session cannot be changed or extended.',
    unauthorized_action: 'The member is not authorized to perform this action.',
  },
  404: {
    connected_app_not_found: 'The connected app could not be found.',
    intermediate_session_not_found: 'Intermediate session could not be found.',
    magic_link_not_found: 'The magic link is unknown. Send another one.',
    member_not_found: 'Member could not be found.',
    no_deleted_member_found_for_reactivation: 'No deleted member has this id.',
    sso_connection_not_found: 'SSO connection could not be found.',
    sso_token_not_found: 'SSO token could not be found.',
    oauth_config_not_found: 'Google One Tap is not configured for this project.',
    oauth_token_not_found: 'OAuth token could not be found.',
    organization_not_found: 'Organization could not be found.',
    otp_code_not_found: 'The passcode is wrong. Try again, or send another one.',
    public_token_not_found: 'The public token could not be found.',
    recovery_codes_not_found: 'Recovery codes could not be found.',
    route_not_found: 'The table in the README of the emulator has no such call.',
    session_not_found: 'Session could not be found.',
    totp_not_found: 'TOTP could not be found.',
  },
  405: {
    method_not_allowed: 'The path does not allow this method.',
  },
  429: {
    captcha_failed: 'Captcha failed',
    too_many_requests: 'Too many requests have been made.',
  },
} as const;

type Errors = typeof ERRORS;
/** A type of error that the emulator answers with by itself. A fault, or a seed, can have any other. */
export type RefusalType = { [Status in keyof Errors]: keyof Errors[Status] }[keyof Errors];

/** An error of the provider. Handlers throw it; the SDK API responds with it as JSON. */
export class ProviderError extends Error {
  readonly statusCode: number;
  readonly errorType: string;
  readonly retryAfter: number | undefined;

  /** `retryAfter` is in seconds. */
  constructor(statusCode: number, errorType: string, message: string, retryAfter?: number) {
    super(message);
    this.name = 'ProviderError';
    this.statusCode = statusCode;
    this.errorType = errorType;
    this.retryAfter = retryAfter;
  }
}

/** Creates the error of a type, with the sentence of the table or another one. */
export function refusal(type: RefusalType, message?: string): ProviderError {
  for (const [status, messages] of Object.entries(ERRORS)) {
    const ofType: string | undefined = Reflect.get(messages, type);
    if (ofType !== undefined) return new ProviderError(Number(status), type, message ?? ofType);
  }
  throw new Error(`No error has the type ${type}.`);
}
