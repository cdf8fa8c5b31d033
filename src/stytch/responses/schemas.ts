import * as v from 'valibot';
import {
  rawMemberSchema,
  rawMemberSessionSchema,
  rawOrganizationSchema,
} from '../sdk/raw-session.ts';

/**
 * The fields of the provider's responses that the product relies on; all others may change. The transport
 * checks a response against these schemas before the SDK reads it, because the SDK would write an incomplete
 * response into its state.
 */

const text = v.pipe(v.string(), v.nonEmpty());

/** A response with a session, which the SDK writes into its state and cookies. */
export const sessionResponseSchema = v.looseObject({
  member_session: rawMemberSessionSchema,
  member: rawMemberSchema,
  organization: rawOrganizationSchema,
  session_token: text,
  session_jwt: text,
});

/** A response that requires a further step. */
const incompleteResponseSchema = v.looseObject({
  member_authenticated: v.literal(false),
  member_session: v.nullish(v.never()),
  organization: v.nullish(rawOrganizationSchema),
  member: v.nullish(rawMemberSchema),
  primary_required: v.nullish(v.looseObject({ allowed_auth_methods: v.array(v.string()) })),
  mfa_required: v.nullish(
    v.looseObject({
      member_options: v.nullish(v.looseObject({ mfa_phone_number: v.nullish(v.string()) })),
    }),
  ),
});

/** A response about the signed-in member, which the SDK writes into its state. */
export const selfResponseSchema = v.looseObject({ member: rawMemberSchema });

/** A response about a member, who may be the signed-in one. */
export const memberResponseSchema = v.looseObject({ member: v.optional(rawMemberSchema) });

/** The response to an attempt to sign in, or to switch. */
export const outcomeResponseSchema = v.union([sessionResponseSchema, incompleteResponseSchema]);

/** One row of the organization list. An invalid row is dropped, the others stay. */
export const discoveredOrganizationSchema = v.looseObject({
  organization: rawOrganizationSchema,
  membership: v.nullish(v.looseObject({ type: v.nullish(v.string()) })),
  primary_required: v.nullish(v.unknown()),
  mfa_required: v.nullish(v.unknown()),
});

/** The list of discovered organizations (R14.3). */
export const discoverySchema = v.looseObject({
  email_address: v.nullish(v.string()),
  discovered_organizations: v.array(v.unknown()),
});

/** The list with a new intermediate session. Without a new one the SDK would delete the current one. */
export const discoveryAuthenticatedSchema = v.looseObject({
  ...discoverySchema.entries,
  intermediate_session_token: text,
});

/** A response without data that the product reads. Every response of the provider has a request id. */
export const acknowledgementSchema = v.looseObject({ request_id: v.string() });
