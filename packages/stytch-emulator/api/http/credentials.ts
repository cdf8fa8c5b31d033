import { compactVerify } from 'jose/jws/compact/verify';
import { importJWK } from 'jose/key/import';
import * as v from 'valibot';
import { PUBLIC_KEY } from '../../crypto/signing-key.ts';
import {
  EMULATOR_PROJECT_ID,
  EMULATOR_PUBLIC_TOKEN,
  EMULATOR_SECRET,
} from '../../emulated-project.ts';
import { findSession } from '../../store/lookup.ts';
import type { StoredSession } from '../../store/state.ts';
import type { Store } from '../../store/store.ts';
import { refusal } from './provider-error.ts';

const telemetrySchema = v.looseObject({
  event_id: v.pipe(v.string(), v.nonEmpty()),
  app_session_id: v.pipe(v.string(), v.nonEmpty()),
  persistent_id: v.pipe(v.string(), v.nonEmpty()),
  client_sent_at: v.pipe(v.string(), v.isoTimestamp()),
  timezone: v.string(),
  app: v.looseObject({ identifier: v.string() }),
  sdk: v.looseObject({ identifier: v.pipe(v.string(), v.nonEmpty()), version: v.string() }),
});

const fromBase64 = (encoded: string) => Buffer.from(encoded, 'base64').toString('utf8');

/** Parses `Basic base64(publicToken:sessionToken)`. Without a session the SDK sends the public token twice. */
export function readAuthorization(header: string | null) {
  const [, encoded = ''] = /^Basic (\S+)$/.exec(header ?? '') ?? [];
  const [publicToken, second, ...rest] = fromBase64(encoded).split(':');
  if (!publicToken || !second || rest.length > 0) return null;
  return { publicToken, sessionToken: second === publicToken ? null : second };
}

/** Decodes the `X-SDK-Client` header, which is base64 of a JSON object. Returns null if it is not. */
export function readTelemetry(header: string | null): Record<string, unknown> | null {
  try {
    const decoded: unknown = JSON.parse(fromBase64(header ?? ''));
    const parsed = v.safeParse(v.record(v.string(), v.unknown()), decoded);
    return parsed.success ? parsed.output : null;
  } catch {
    return null;
  }
}

/** Throws unless the public token is the emulated project's. Live tokens get a separate error. */
export function checkPublicToken(given: string): void {
  if (given.startsWith('public-token-live')) throw refusal('live_id_used_in_test_environment');
  if (given !== EMULATOR_PUBLIC_TOKEN) throw refusal('public_token_not_found');
}

/** Checks the two headers that every SDK call must have. Throws a ProviderError. */
export function checkCredentials(headers: Headers) {
  const credentials = readAuthorization(headers.get('authorization'));
  if (credentials === null) throw refusal('invalid_authorization_header');
  checkPublicToken(credentials.publicToken);
  if (!v.is(telemetrySchema, readTelemetry(headers.get('x-sdk-client')))) {
    throw refusal(
      'bad_request',
      'The X-SDK-Client header is missing or is not base64 of the SDK telemetry JSON.',
    );
  }
  return credentials;
}

/**
 * Checks the project id and the secret of a backend. A live project or secret gets a separate error. A call with the
 * session of a member in its headers is refused: its caller relies on a check that the emulator does not make.
 */
export function checkBackendSecret(headers: Headers): void {
  const credentials = readAuthorization(headers.get('authorization'));
  if (credentials === null) throw refusal('invalid_authorization_header');
  const { publicToken: givenId, sessionToken: secret } = credentials;
  if (givenId.startsWith('project-live') || secret?.startsWith('secret-live')) {
    throw refusal('live_id_used_in_test_environment');
  }
  if (givenId !== EMULATOR_PROJECT_ID || secret !== EMULATOR_SECRET)
    throw refusal('unauthorized_credentials');
  if (headers.has('x-stytch-member-session') || headers.has('x-stytch-member-sessionjwt')) {
    throw refusal(
      'bad_request',
      "The emulator does not check a member's session in the headers of a call.",
    );
  }
}

const sessionFields = v.looseObject({
  session_token: v.optional(v.string()),
  session_jwt: v.optional(v.string()),
});

const publicKey = importJWK(PUBLIC_KEY, 'RS256');
const jwtClaims = v.looseObject({
  'https://stytch.com/session': v.looseObject({ id: v.string() }),
});

/** Returns the active session of a JWT, whose own expiry does not count here. */
async function sessionOfJwt(store: Store, jwt: string): Promise<StoredSession | undefined> {
  const verified = await compactVerify(jwt, await publicKey).catch(() => null);
  if (verified === null) throw refusal('unable_to_parse_session_jwt');
  const claims = v.parse(jwtClaims, JSON.parse(new TextDecoder().decode(verified.payload)));
  const { id } = claims['https://stytch.com/session'];
  const stored = store.state.sessions.find((session) => session.id === id);
  return stored && findSession(store, stored.token);
}

/** Returns the token of the session that the body of a backend's call names. */
export async function readSessionToken(store: Store, input: unknown): Promise<string | null> {
  const fields = v.safeParse(sessionFields, input);
  const { session_token: token, session_jwt: jwt } = fields.success ? fields.output : {};
  if (token !== undefined && jwt !== undefined) throw refusal('too_many_session_arguments');
  if (token === undefined && jwt === undefined) return null;
  const session =
    jwt === undefined ? findSession(store, token ?? '') : await sessionOfJwt(store, jwt);
  if (session === undefined) throw refusal('session_not_found');
  return session.token;
}
