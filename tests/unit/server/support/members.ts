import { signJwt } from '#emulator/api/sessions/session-jwt.ts';
import { EMULATOR_PROJECT_ID } from '#emulator/emulated-project.ts';
import { createHandler } from '#emulator/handler.ts';
import type { Provider } from '#server/identity/provider.ts';
import { RESOURCES } from '#src/pages/resources.ts';
import { emulatedProvider as providerOf } from '#tools/vite/service-plugin.ts';

/** The claims of a session JWT that a test changes. */
export interface Person {
  readonly member: string;
  readonly organization: string;
  readonly roles?: readonly string[];
}

export const ADA: Person = {
  member: 'member-ada',
  organization: 'organization-acme',
  roles: ['stytch_member', 'stytch_admin'],
};
/** Another administrator of Ada's organization. */
export const BEA: Person = { ...ADA, member: 'member-bea' };
/** A member of Ada's organization who may only read. */
export const DORA: Person = { ...ADA, member: 'member-dora', roles: ['stytch_member'] };
/** An administrator of another organization. */
export const OTTO: Person = { ...ADA, member: 'member-otto', organization: 'organization-other' };

/** The emulator as the provider, as the development server uses it. */
export function emulatedProvider(changes: Partial<Provider> = {}): Provider {
  return { ...providerOf(createHandler({ resources: RESOURCES })), maxAge: 0, ...changes };
}

/** The claims of a valid session JWT. */
export function claimsOf({ member, organization, roles = [] }: Person): Record<string, unknown> {
  return {
    iss: `stytch.com/${EMULATOR_PROJECT_ID}`,
    aud: [EMULATOR_PROJECT_ID],
    sub: member,
    'https://stytch.com/session': { id: `session-of-${member}`, roles },
    'https://stytch.com/organization': { organization_id: organization, slug: 'a-slug' },
  };
}

/** A JWT that the provider has signed. */
export function signSession(
  claims: Record<string, unknown>,
  lifetime = 300_000,
  now = Date.now(),
): Promise<string> {
  return signJwt(claims, { issuedAt: now - 600_000, expiresAt: now + lifetime });
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests read arbitrary JSON
  readonly body: any;
}

interface Call {
  readonly as?: Person;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** The version of the policy that the member has seen. */
  readonly seen?: number;
}

/** Creates a client of the service: `send` is `app.fetch`, or Node's `fetch` with an origin before the path. */
export function createCaller(
  send: (path: string, init: RequestInit) => Response | Promise<Response>,
) {
  return async (method: string, path: string, call: Call = {}): Promise<Answer> => {
    const { as = ADA, seen } = call;
    const body = typeof call.body === 'string' ? call.body : JSON.stringify(call.body);
    const headers = new Headers({
      authorization: `Bearer ${await signSession(claimsOf(as))}`,
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(body ?? '')),
      'x-member-name': encodeURIComponent(`Name of ${as.member}`),
      ...call.headers,
    });
    if (seen !== undefined) headers.set('if-match', `"${seen}"`);
    const response = await send(path, { method, headers, ...(body && { body }) });
    const isJson = response.headers.get('content-type')?.includes('json');
    const { status } = response;
    return { status, headers: response.headers, body: isJson ? await response.json() : null };
  };
}
