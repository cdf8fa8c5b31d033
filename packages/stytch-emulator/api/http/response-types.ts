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
