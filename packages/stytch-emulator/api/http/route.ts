import * as v from 'valibot';
import type { Store } from '../../store/store.ts';
import type { Credentials } from './credentials.ts';
import { refusal } from './provider-error.ts';
import type { Endpoint, ResponseBodies } from './response-types.ts';
import { checkSecurityValues, securityValues } from './security-values.ts';

/** The context in which a route handles a call. */
export interface Call {
  store: Store;
  sessionToken: Credentials['sessionToken'];
  params: Record<string, string>;
}

/** One call of the provider's API, as the SDK makes it. */
export interface Route {
  method: 'GET' | 'POST';
  /** Path under /sdk/v1. */
  path: string;
  /** Whether the call needs credentials. The SDK sends telemetry without them. */
  credentials: boolean;
  /** Whether the SDK adds the values of the security checks to this call. */
  isProtected: boolean;
  run(call: Call, body: unknown): Promise<object> | object;
}

interface RouteDefinition<Name extends Endpoint, Schema extends v.GenericSchema> {
  endpoint: Name;
  credentials?: boolean;
  isProtected?: boolean;
  body: Schema;
  handle(
    call: Call,
    input: v.InferOutput<Schema>,
  ): Promise<ResponseBodies[Name]> | ResponseBodies[Name];
}

/** Returns a body that matches its schema. Throws a 400 that names the field of any other. */
function parseBody<Schema extends v.GenericSchema>(
  schema: Schema,
  body: unknown,
): v.InferOutput<Schema> {
  const parsed = v.safeParse(schema, body);
  if (parsed.success) return parsed.output;
  const [issue] = parsed.issues;
  const field = v.getDotPath(issue);
  throw refusal(
    'bad_request',
    field === null ? issue.message : `${field} is invalid. ${issue.message}`,
  );
}

/** Defines a route. A body that does not match its schema gives a 400 that names the field. */
export function route<Name extends Endpoint, Schema extends v.GenericSchema>(
  definition: RouteDefinition<Name, Schema>,
): Route {
  const { endpoint, credentials = true, isProtected = false, handle } = definition;
  return {
    method: endpoint.startsWith('GET') ? 'GET' : 'POST',
    path: endpoint.slice(endpoint.indexOf('/')),
    credentials,
    isProtected,
    run(call, body) {
      if (isProtected) checkSecurityValues(call.store, parseBody(securityValues, body));
      return handle(call, parseBody(definition.body, body));
    },
  };
}

/** The body schema of a call without a body. */
export const noBody = v.optional(v.unknown());

/** The optional fields of a call that accepts an intermediate session. */
export const intermediateSessionFields = {
  intermediate_session_token: v.optional(v.string()),
};
