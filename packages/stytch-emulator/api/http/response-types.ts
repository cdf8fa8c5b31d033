import type * as Sdk from '@stytch/vanilla-js/b2b/headless';
import type * as Backend from 'stytch';

/** Fields that every response has, and one that describes the fingerprinted device, which the emulator has not. */
type CommonField = keyof Sdk.ResponseCommon | 'member_device';

/** The backend SDK declares a field as optional where the JSON has null. */
type WithNulls<Value> = Value extends readonly (infer Item)[]
  ? WithNulls<Item>[]
  : Value extends object
    ? string extends keyof Value
      ? Value
      : {
          [Key in keyof Value]: undefined extends Value[Key]
            ? WithNulls<Exclude<Value[Key], undefined>> | null
            : WithNulls<Value[Key]>;
        }
    : Value;

type WithoutCommon<Response> = Response extends unknown ? Omit<Response, CommonField> : never;

/** An object that both SDKs of the provider describe: the browser SDK and the backend SDK. */
type Both<SdkType, BackendType> = SdkType & WithNulls<BackendType>;

/** The body of a response as the backend SDK describes it. */
type Body<BackendResponse> = WithNulls<WithoutCommon<BackendResponse>>;

export type Organization = Both<Sdk.Organization, Backend.Organization>;
export type Member = Both<Sdk.Member, Backend.Member>;
export type MemberSession = Both<Sdk.MemberSession, Backend.MemberSession>;
export type MfaRequired = Both<Sdk.MfaRequired, Backend.MfaRequired>;
export type PrimaryRequired = Both<Sdk.PrimaryRequired, Backend.PrimaryRequired>;
export type DiscoveredOrganization = Both<
  Sdk.DiscoveredOrganization,
  Backend.DiscoveredOrganization
>;
export type AuthenticationFactor = MemberSession['authentication_factors'][number];
/** The backend SDK knows every factor; the browser SDK knows the primary ones only. */
export type BackendFactor = WithNulls<Backend.MemberSession['authentication_factors'][number]>;

/** The body of a response with a session. */
export type AuthenticateResponse = WithoutCommon<Sdk.B2BAuthenticateResponse> &
  Body<Backend.B2BTOTPsAuthenticateResponse>;

/** The body of a response with a session or a required step. */
export type AuthenticateResponseWithMfa = WithoutCommon<Sdk.B2BAuthenticateResponseWithMFA> &
  Body<Backend.B2BDiscoveryIntermediateSessionsExchangeResponse>;

export type DiscoveryResponse = WithoutCommon<Sdk.B2BDiscoveryAuthenticateResponse> &
  Body<Backend.B2BMagicLinksDiscoveryAuthenticateResponse>;

/** The body of a response about one member. */
type MemberBody = WithoutCommon<Sdk.B2BMemberUpdateResponse>;

/**
 * The response body of every call: the backend SDK's, where the backend API has the call and tells a browser the same;
 * sending a code or a link must not say who is a member. Their members, organizations and sessions are of both SDKs.
 */
export interface ResponseBodies {
  'GET /projects/bootstrap/:publicToken': { project_name: string; vertical: string };
  'POST /events': object;
  'POST /b2b/oauth/discovery/authenticate': Body<Backend.B2BOAuthDiscoveryAuthenticateResponse>;
  'POST /b2b/oauth/authenticate': Body<Backend.B2BOAuthAuthenticateResponse>;
  'GET /b2b/oauth/google/onetap/start': { google_client_id: string };
  'POST /b2b/oauth/google/onetap/discovery/submit': { redirect_url: string };
  'POST /b2b/oauth/google/onetap/submit': { redirect_url: string };
  'POST /b2b/discovery/organizations': Body<Backend.B2BDiscoveryOrganizationsListResponse>;
  'POST /b2b/discovery/intermediate_sessions/exchange': Body<Backend.B2BDiscoveryIntermediateSessionsExchangeResponse>;
  'POST /b2b/discovery/organizations/create': Body<Backend.B2BDiscoveryOrganizationsCreateResponse>;
  'POST /b2b/otps/email/discovery/send': WithoutCommon<Sdk.B2BDiscoveryOTPEmailSendResponse>;
  'POST /b2b/otps/email/discovery/authenticate': Body<Backend.B2BOTPEmailDiscoveryAuthenticateResponse>;
  'POST /b2b/magic_links/email/discovery/send': WithoutCommon<Sdk.B2BMagicLinksEmailDiscoverySendResponse>;
  'POST /b2b/magic_links/discovery/authenticate': Body<Backend.B2BMagicLinksDiscoveryAuthenticateResponse>;
  'POST /b2b/totp': Body<Backend.B2BTOTPsCreateResponse>;
  'POST /b2b/totp/authenticate': Body<Backend.B2BTOTPsAuthenticateResponse>;
  'GET /b2b/recovery_codes': Body<Backend.B2BRecoveryCodesGetResponse>;
  'POST /b2b/recovery_codes/rotate': Body<Backend.B2BRecoveryCodesRotateResponse>;
  'POST /b2b/recovery_codes/recover': Body<Backend.B2BRecoveryCodesRecoverResponse>;
  'POST /b2b/impersonation/authenticate': Body<Backend.B2BImpersonationAuthenticateResponse>;
  'POST /b2b/sessions/authenticate': Body<Backend.B2BSessionsAuthenticateResponse>;
  'POST /b2b/sessions/revoke': Body<Backend.B2BSessionsRevokeResponse>;
  'POST /b2b/sessions/revoke/:member_id': object;
  'GET /b2b/sessions': Body<Backend.B2BSessionsGetResponse>;
  'POST /b2b/sessions/exchange': Body<Backend.B2BSessionsExchangeResponse>;
  'POST /idp/b2b/oauth/authorize/start': Body<Backend.B2BIDPOAuthAuthorizeStartResponse>;
  'POST /idp/b2b/oauth/authorize/submit': Body<Backend.B2BIDPOAuthAuthorizeResponse>;
  'POST /b2b/oauth/logout/start': WithoutCommon<Sdk.B2BOAuthLogoutStartResponse>;
  'POST /b2b/otps/email/login_or_signup': object;
  'POST /b2b/otps/email/authenticate': Body<Backend.B2BOTPEmailAuthenticateResponse>;
  'POST /b2b/magic_links/email/login_or_signup': object;
  'POST /b2b/magic_links/email/invite': Body<Backend.B2BMagicLinksEmailInviteResponse>;
  'POST /b2b/magic_links/authenticate': Body<Backend.B2BMagicLinksAuthenticateResponse>;
  'POST /b2b/sso/authenticate': Body<Backend.B2BSSOAuthenticateResponse>;
  // The three kinds of connections share their implementation, so their tests compare the fields with the SDKs.
  'POST /b2b/sso/saml': { connection: object };
  'POST /b2b/sso/oidc': { connection: object };
  'POST /b2b/sso/external': { connection: object };
  'PUT /b2b/sso/saml/:connection_id': { connection: object };
  'PUT /b2b/sso/oidc/:connection_id': { connection: object };
  'PUT /b2b/sso/external/:connection_id': { connection: object };
  'GET /b2b/sso': Record<keyof WithoutCommon<Sdk.B2BSSOGetConnectionsResponse>, object[]>;
  'GET /b2b/sso/discovery/connections': WithoutCommon<Sdk.B2BSSODiscoverConnectionsResponse>;
  'DELETE /b2b/sso/:connection_id': Body<Backend.B2BSSODeleteConnectionResponse>;
  'GET /b2b/rbac/policy': Body<Backend.B2BRBACPolicyResponse>;
  'GET /b2b/rbac/organizations/:organization_id': Body<Backend.B2BRBACOrganizationsGetOrgPolicyResponse>;
  'GET /projects/metrics': Body<Backend.ProjectMetricsResponse>;
  'GET /debug/whoami': Body<Backend.DebugWhoamiResponse>;
  'POST /b2b/totp/migrate': Body<Backend.B2BTOTPsMigrateResponse>;
  'POST /b2b/organizations/members/:member_id/unlink_retired_email': Body<Backend.B2BOrganizationsMembersUnlinkRetiredEmailResponse>;
  'GET /b2b/organizations/members/me': MemberBody;
  'PUT /b2b/organizations/members/update': MemberBody;
  'DELETE /b2b/organizations/members/deletePhoneNumber': MemberBody;
  'DELETE /b2b/organizations/members/deleteTOTP': MemberBody;
  'POST /b2b/organizations/members': Body<Backend.B2BOrganizationsMembersCreateResponse>;
  'PUT /b2b/organizations/members/:member_id': Body<Backend.B2BOrganizationsMembersUpdateResponse>;
  'DELETE /b2b/organizations/members/:member_id': Body<Backend.B2BOrganizationsMembersDeleteResponse>;
  'PUT /b2b/organizations/members/:member_id/reactivate': Body<Backend.B2BOrganizationsMembersReactivateResponse>;
  'DELETE /b2b/organizations/members/mfa_phone_numbers/:member_id': Body<Backend.B2BOrganizationsMembersDeleteMFAPhoneNumberResponse>;
  'DELETE /b2b/organizations/members/totp/:member_id': Body<Backend.B2BOrganizationsMembersDeleteTOTPResponse>;
  'GET /b2b/organizations/:organization_id/member': Body<Backend.B2BOrganizationsMembersGetResponse>;
  'GET /b2b/organizations/members/dangerously_get/:member_id': Body<Backend.B2BOrganizationsMembersGetResponse>;
  'DELETE /b2b/organizations/:organization_id/members/:member_id/external_id': Body<Backend.B2BOrganizationsMembersDeleteExternalIdResponse>;
  'POST /b2b/organizations/me/members/search': {
    members: Member[];
    results_metadata: WithNulls<Backend.B2BOrganizationsResultsMetadata>;
    organizations: Record<string, Organization>;
  };
  'GET /b2b/organizations/me': { organization: Organization };
  'PUT /b2b/organizations/me': Body<Backend.B2BOrganizationsUpdateResponse>;
  'DELETE /b2b/organizations/me': Body<Backend.B2BOrganizationsDeleteResponse>;
  'POST /b2b/organizations/search': WithoutCommon<Sdk.B2BOrganizationsGetBySlugResponse>;
  'backend POST /b2b/organizations/search': Body<Backend.B2BOrganizationsSearchResponse>;
  'POST /b2b/organizations': Body<Backend.B2BOrganizationsCreateResponse>;
  'GET /b2b/organizations/:organization_id/metrics': Body<Backend.B2BOrganizationsMetricsResponse>;
  'DELETE /b2b/organizations/:organization_id/external_id': object;
  'POST /users/search': { userType: string };
  'POST /b2b/organizations/members/search': {
    member: { status: string; name: string; member_password_id: string } | null;
  };
}

/** A method and a path under /sdk/v1. */
export type Endpoint = keyof ResponseBodies;
