import { createServer, type Server } from 'node:http';
import { createRemoteJWKSet, errors, jwtVerify } from 'jose';

/** Who sent a request: a member of one organization, with roles there. */
export interface Caller {
  readonly memberId: string;
  readonly organizationId: string;
  readonly roles: readonly string[];
}

interface Project {
  /** The id of the project (dashboard, API keys): `project-test-…` or `project-live-…`. It is not a secret. */
  readonly projectId: string;
  /** The origin of the provider: `https://test.stytch.com`, `https://api.stytch.com` or a custom domain. */
  readonly providerOrigin: string;
}

/**
 * Creates a check of session JWTs, for a backend beside the page. It fetches the project's keys once, and again when
 * the provider has changed them. A JWT lives for five minutes, so a session that was revoked may pass for that long;
 * where this is too long, ask the provider (`sessions.authenticate` of its backend SDK) instead.
 *
 * @returns a function that takes a JWT and returns who sent it, or `null` when it is not valid
 */
export function createSessionCheck({ projectId, providerOrigin }: Project) {
  const keys = createRemoteJWKSet(new URL(`/v1/b2b/sessions/jwks/${projectId}`, providerOrigin));
  return async (jwt: string): Promise<Caller | null> => {
    try {
      const { payload } = await jwtVerify<Claims>(jwt, keys, {
        algorithms: ['RS256'],
        audience: projectId,
        issuer: `stytch.com/${projectId}`,
        requiredClaims: ['sub', 'exp', ...Object.values(CLAIMS)],
      });
      return {
        memberId: payload.sub ?? '',
        organizationId: payload[CLAIMS.organization].organization_id,
        roles: payload[CLAIMS.session].roles,
      };
    } catch (error) {
      if (error instanceof errors.JOSEError && INVALID_JWT.test(error.code)) return null;
      throw error;
    }
  };
}

/** The codes of errors that the caller's JWT causes. All others mean that the keys could not be fetched. */
const INVALID_JWT = /^ERR_(?:JWT|JWS|JOSE_ALG|JWKS_NO_MATCHING)/;

const CLAIMS = {
  session: 'https://stytch.com/session',
  organization: 'https://stytch.com/organization',
} as const;

interface Claims {
  readonly [CLAIMS.session]: { readonly roles: readonly string[] };
  readonly [CLAIMS.organization]: { readonly organization_id: string };
}

/**
 * Creates a server with one protected call. It takes the JWT from the `Authorization` header, which no other site can
 * set, and not from the cookie, which the browser also sends with requests that other sites cause.
 */
export function createBackend(project: Project): Server {
  const checkSession = createSessionCheck(project);
  return createServer(async (request, response) => {
    const send = (status: number, body: object) =>
      response
        .writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' })
        .end(JSON.stringify(body));
    try {
      const [, jwt = ''] = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '') ?? [];
      const caller = await checkSession(jwt);
      if (caller === null) return send(401, { error: 'Sign in first.' });
      const [, organizationId] = /^\/api\/organizations\/([^/]+)$/.exec(request.url ?? '') ?? [];
      if (organizationId === undefined) return send(404, { error: 'There is no such call.' });
      // The address names an organization; only the JWT says whose data the caller may see.
      if (organizationId !== caller.organizationId) return send(403, { error: 'Not yours.' });
      return send(200, caller);
    } catch {
      return send(503, { error: 'The session could not be checked. Try again.' });
    }
  });
}
