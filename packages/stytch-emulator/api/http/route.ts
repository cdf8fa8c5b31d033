import * as v from 'valibot';
import { describeIssue, type Store } from '../../store/store.ts';
import { refusal } from './provider-error.ts';
import { checkSecurityValues, securityValues } from './security-values.ts';

/** The context in which an operation handles a call. */
export interface Call {
  store: Store;
  /** The API that the call came through: the browser SDK's, or the backend's with the project's secret. */
  door: 'browser' | 'backend';
  /** The token of the session that the call is about, if it has one. */
  sessionToken: string | null;
}

/** One operation of the provider, with its address in the browser API, in the backend API, or in both. */
export interface Route {
  /** `METHOD /path` under /sdk/v1. */
  browser: string | null;
  /** `METHOD /path` under /v1. */
  backend: string | null;
  /** Whether a caller needs credentials: not for telemetry of the SDK, nor for public keys. */
  credentials: boolean;
  run(call: Call, body: unknown): Promise<object> | object;
}

interface RouteDefinition<Schema extends v.GenericSchema> {
  /** The address in the browser API, if that has the call. */
  browser?: string;
  /** The address in the backend API, if that has the call; `true` if it is the same. */
  backend?: string | true;
  credentials?: boolean;
  /** Whether the browser SDK adds the values of the security checks to this call. */
  isProtected?: boolean;
  /** The fields of the body, of the path and of the query. */
  body: Schema;
  handle(call: Call, input: v.InferOutput<Schema>): Promise<object> | object;
}

/** Returns a body that matches its schema. Throws a 400 that names the field of any other. */
function parseBody<Schema extends v.GenericSchema>(
  schema: Schema,
  body: unknown,
): v.InferOutput<Schema> {
  const parsed = v.safeParse(schema, body);
  if (parsed.success) return parsed.output;
  throw refusal('bad_request', describeIssue(parsed.issues[0]));
}

/** Defines an operation. A body that does not match its schema gives a 400 that names the field. */
export function route<Schema extends v.GenericSchema>(definition: RouteDefinition<Schema>): Route {
  const { browser = null, backend = null, credentials = true, handle } = definition;
  return {
    browser,
    backend: backend === true ? browser : backend,
    credentials,
    run(call, body) {
      if (definition.isProtected === true && call.door === 'browser') {
        checkSecurityValues(call.store, parseBody(securityValues, body));
      }
      return handle(call, parseBody(definition.body, body));
    },
  };
}

/** The body schema of a call without a body. */
export const noBody = v.unknown();

/** The optional fields of a call that may complete a sign-in. The duration is in minutes. */
export const signInFields = {
  intermediate_session_token: v.optional(v.string()),
  session_duration_minutes: v.optional(v.number()),
};
