import * as v from 'valibot';
import { refusal } from './provider-error.ts';

/** The credentials of a call. */
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

/** Parses `Basic base64(publicToken:sessionToken)`. Without a session the SDK sends the public token twice. */
export function readAuthorization(header: string | null): Credentials | null {
  const encoded = /^Basic (\S+)$/.exec(header ?? '')?.[1];
  const decoded = encoded === undefined ? null : fromBase64(encoded);
  const [publicToken, second, ...rest] = decoded?.split(':') ?? [];
  if (!publicToken || !second || rest.length > 0) return null;
  return { publicToken, sessionToken: second === publicToken ? null : second };
}

/** Decodes the `X-SDK-Client` header, which is base64 of a JSON object. Returns null if it is not. */
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

/** Throws unless the public token is the expected one. Live tokens get a separate error. */
export function checkPublicToken(given: string, expected: string): void {
  if (given.startsWith('public-token-live')) throw refusal('live_id_used_in_test_environment');
  if (given !== expected) throw refusal('public_token_not_found');
}

/** Checks the two headers that every SDK call must have. Throws a ProviderError. */
export function checkCredentials(headers: Headers, publicToken: string): Credentials {
  const credentials = readAuthorization(headers.get('authorization'));
  if (credentials === null) throw refusal('invalid_authorization_header');
  checkPublicToken(credentials.publicToken, publicToken);
  if (!v.is(telemetrySchema, readTelemetry(headers.get('x-sdk-client')))) {
    throw refusal(
      'bad_request',
      'The X-SDK-Client header is missing or is not base64 of the SDK telemetry JSON.',
    );
  }
  return credentials;
}
