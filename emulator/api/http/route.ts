import * as v from 'valibot';
import type { Store } from '../../store/store.ts';
import type { Credentials } from './credentials.ts';
import { ProviderError } from './provider-error.ts';

/** One SDK call as a handler sees it. */
export interface Call {
  store: Store;
  sessionToken: Credentials['sessionToken'];
  /** The origin of the page that called, else the emulator's own. */
  appOrigin: string;
  params: Record<string, string>;
}

/** One row of the provider's API: also a row of the generated coverage table. */
export interface Route {
  method: 'GET' | 'POST';
  /** Path under /sdk/v1. */
  path: string;
  /** The SDK method that makes this call. */
  sdkMethod: string;
  /** Section 7 of the specification names it. */
  /** False only for the one call the SDK makes without credentials. */
  credentials: boolean;
  run(call: Call, body: unknown): Promise<object> | object;
}

interface RouteDefinition<Schema extends v.GenericSchema> {
  method: Route['method'];
  path: string;
  sdkMethod: string;
  credentials?: boolean;
  body: Schema;
  handle(call: Call, input: v.InferOutput<Schema>): Promise<object> | object;
}

/** Defines a call with a checked body: a body that does not fit is a 400 that names the field. */
export function route<Schema extends v.GenericSchema>(definition: RouteDefinition<Schema>): Route {
  const { method, path, sdkMethod, credentials = true, handle } = definition;
  return {
    method,
    path,
    sdkMethod,
    credentials,
    run(call, body) {
      const parsed = v.safeParse(definition.body, body);
      if (!parsed.success) {
        const [issue] = parsed.issues;
        const field = v.getDotPath(issue);
        throw new ProviderError(
          400,
          'bad_request',
          field === null ? issue.message : `${field} is invalid. ${issue.message}`,
        );
      }
      return handle(call, parsed.output);
    },
  };
}

/** A call without a body. */
export const noBody = v.optional(v.unknown());

/** The extras the SDK adds to most calls: fingerprint telemetry and captcha. */
export const protectionFields = {
  dfp_telemetry_id: v.optional(v.string()),
  captcha_token: v.optional(v.string()),
};

/** The extras of calls that may carry an intermediate session. */
export const intermediateSessionFields = {
  ...protectionFields,
  intermediate_session_token: v.optional(v.string()),
};
