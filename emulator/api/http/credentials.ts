import * as v from 'valibot';
import { ProviderError } from './provider-error.ts';

/** Who is calling: the public token and, when there is one, the session token. */
export interface Credentials {
  publicToken: string;
  sessionToken: string | null;
}

const telemetrySchema = v.looseObject({
  event_id: v.pipe(v.string(), v.nonEmpty()),
  app_session_id: v.pipe(v.string(), v.nonEmpty()),
  persistent_id: v.pipe(v.string(), v.nonEmpty()),
  client_sent_at: v.pipe(v.string(), v.isoTimestamp()),
  timezone: v.string(),
  app: v.looseObject({ identifier: v.string() }),
  sdk: v.looseObject({ identifier: v.pipe(v.string(), v.nonEmpty()), version: v.string() }),
});

function fromBase64(encoded: string): string | null {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(encoded)) return null;
  return Buffer.from(encoded, 'base64').toString('utf8');
}

/** Reads `Basic base64(publicToken:sessionToken)`; the SDK repeats the public token for 'no session'. */
export function readAuthorization(header: string | null): Credentials | null {
  const encoded = /^Basic (\S+)$/.exec(header ?? '')?.[1];
  const decoded = encoded === undefined ? null : fromBase64(encoded);
  const [publicToken, second, ...rest] = decoded?.split(':') ?? [];
  if (!publicToken || !second || rest.length > 0) return null;
  return { publicToken, sessionToken: second === publicToken ? null : second };
}

/** Reads the `X-SDK-Client` header: base64 of a JSON object. Null when it is not one. */
export function readTelemetry(header: string | null): Record<string, unknown> | null {
  const decoded = header === null ? null : fromBase64(header);
  if (decoded === null) return null;
  try {
    const parsed = v.safeParse(v.record(v.string(), v.unknown()), JSON.parse(decoded));
    return parsed.success ? parsed.output : null;
  } catch {
    return null;
  }
}

/** Refuses a public token of another project, and of every live project. */
export function checkPublicToken(given: string, expected: string): void {
  if (given.startsWith('public-token-live')) {
    throw new ProviderError(
      400,
      'live_id_used_in_test_environment',
      'A live public token was used. The emulator only knows its own test project.',
    );
  }
  if (given !== expected) {
    throw new ProviderError(
      404,
      'public_token_not_found',
      'The public token does not belong to any project of this emulator.',
    );
  }
}

/** Checks the headers every SDK call carries. Throws the provider's refusal. */
export function checkCredentials(headers: Headers, publicToken: string): Credentials {
  const credentials = readAuthorization(headers.get('authorization'));
  if (credentials === null) {
    throw new ProviderError(
      401,
      'invalid_authorization_header',
      'The Authorization header is missing or is not Basic base64(public_token:session_token).',
    );
  }
  checkPublicToken(credentials.publicToken, publicToken);
  if (!v.is(telemetrySchema, readTelemetry(headers.get('x-sdk-client')))) {
    throw new ProviderError(
      400,
      'bad_request',
      'The X-SDK-Client header is missing or is not base64 of the SDK telemetry JSON.',
    );
  }
  return credentials;
}
