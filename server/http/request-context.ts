import type { MiddlewareHandler } from 'hono';
import { matchedRoutes } from 'hono/route';
import type { Database, Transaction } from '../database/database.ts';
import type { Session } from '../identity/session.ts';
import { Problem } from './problem.ts';

/** What the service works with. */
export interface ServiceOptions {
  /** Resolves when the database is open. */
  readonly database: Promise<Database>;
  /** Resolves to the session of a JWT; `null` when it is not valid. Rejects when nothing can be checked. */
  readonly checkSession: (jwt: string) => Promise<Session | null>;
  /** Whether roles permit an action. Rejects when the access policy is not known. */
  readonly isPermitted: (
    roles: readonly string[],
    resource: string,
    action: string,
  ) => Promise<boolean>;
  /** Receives one line for each request. */
  readonly log: (line: string) => void;
  /** Epoch milliseconds, as the provider counts them. */
  readonly now: () => number;
  /** Aborted when the service stops: a streamed response ends. */
  readonly stopping?: AbortSignal;
}

/** The member who sends a request. */
export interface Member extends Session {
  /** As the member's own page says it. The provider lets every member choose it, too. */
  readonly name: string;
}

/** What every call behind the session has in its context. */
export interface RequestContext {
  readonly Variables: {
    readonly requestId: string;
    readonly member: Member;
    /** Runs a transaction in the member's organization. */
    readonly work: <Result>(work: (transaction: Transaction) => Promise<Result>) => Promise<Result>;
  };
}

/** The header with the member's name, percent-encoded. */
const NAME_HEADER = 'x-member-name';
const NAME_MAX_LENGTH = 200;

/** Lets a request pass with a valid JWT of the `Authorization` header. No cookie counts, so no other site can send one. */
export function authenticate({
  checkSession,
  database,
}: ServiceOptions): MiddlewareHandler<RequestContext> {
  return async (context, next) => {
    // The middleware has no method of its own.
    if (matchedRoutes(context).every(({ method }) => method === 'ALL')) return context.notFound();
    const [, jwt = ''] = /^Bearer (\S+)$/i.exec(context.req.header('authorization') ?? '') ?? [];
    const session = jwt === '' ? null : await checkSession(jwt).catch(cannotCheck);
    if (session === null) {
      context.header('www-authenticate', 'Bearer');
      throw new Problem(401, 'no_session', 'The request has no valid session JWT.');
    }
    const name = decodeName(context.req.header(NAME_HEADER) ?? '');
    context.set('member', { ...session, name });
    context.set('work', async (work) =>
      (await database).forOrganization(session.organizationId, work),
    );
    return next();
  };
}

/** Creates the check of a permission, for each call of a resource. */
export function createPermit({ isPermitted }: ServiceOptions) {
  return (resource: string, action: string): MiddlewareHandler<RequestContext> =>
    async (context, next) => {
      const { roles } = context.get('member');
      if (!(await isPermitted(roles, resource, action).catch(cannotCheck))) {
        throw new Problem(403, 'forbidden', `No role of the member permits ${resource}:${action}.`);
      }
      await next();
    };
}

export type Permit = ReturnType<typeof createPermit>;

function cannotCheck(cause: unknown): never {
  const problem = new Problem(503, 'provider_unavailable', 'The provider cannot be asked now.');
  problem.cause = cause;
  throw problem;
}

function decodeName(header: string): string {
  try {
    const name = decodeURIComponent(header).replace(/[\p{C}\s]+/gu, ' ');
    return [...name.trim()].slice(0, NAME_MAX_LENGTH).join('');
  } catch {
    return '';
  }
}
