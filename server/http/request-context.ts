import type { SQL } from 'drizzle-orm';
import type { MiddlewareHandler } from 'hono';
import type { Work } from '../database/connection.ts';
import type { Database } from '../database/database.ts';
import type { Identity } from '../identity/identity.ts';
import type { Session } from '../identity/session.ts';
import { Problem } from './problem.ts';

/** The member who sends a request. */
export interface Member extends Session {
  /** As the member's own page says it. The provider lets every member choose it, too. */
  readonly name: string;
}

export type Read = <Row extends object>(query: SQL<Row>) => Promise<Row[]>;

/** The context of every call that needs a session. */
export interface RequestContext {
  readonly Variables: {
    readonly requestId: string;
    readonly member: Member;
    /** Runs a transaction in the member's organization. */
    readonly work: <Result>(work: Work<Result>) => Promise<Result>;
    /** Runs one statement that only reads, in the member's organization. */
    readonly read: Read;
  };
}

const NAME_MAX_LENGTH = 200;

/** Requires a valid JWT in the `Authorization` header. No cookie counts, so no other site can forge a request. */
export function authenticate(
  identity: Identity,
  database: Promise<Database>,
): MiddlewareHandler<RequestContext> {
  return async (context, next) => {
    const [, jwt = ''] = /^Bearer (\S+)$/i.exec(context.req.header('authorization') ?? '') ?? [];
    const session = jwt === '' ? null : await identity.checkSession(jwt);
    if (session === null) {
      context.header('www-authenticate', 'Bearer');
      throw new Problem(401, 'The request has no valid session JWT.');
    }
    const name = decodeName(context.req.header('x-member-name') ?? '');
    context.set('member', { ...session, name });
    const { organizationId, memberId, impersonator } = session;
    const actor = { memberId, name, impersonator };
    context.set('work', async (work) =>
      (await database).forOrganization(organizationId, work, actor),
    );
    context.set('read', async (query) => (await database).read(organizationId, query));
    return next();
  };
}

export type Permit = ReturnType<typeof createPermit>;

/** Creates the check of a permission, for each call of a resource. */
export function createPermit({ isPermitted }: Identity) {
  return (resource: string, action: string): MiddlewareHandler<RequestContext> =>
    async ({ var: { member } }, next) => {
      if (!(await isPermitted(member.roles, resource, action))) {
        throw new Problem(403, `No role of the member permits ${resource}:${action}.`);
      }
      await next();
    };
}

/** Reads the name, which is percent-encoded, on one line. */
function decodeName(header: string): string {
  try {
    const name = decodeURIComponent(header).replace(/[\p{Cc}\p{Cs}\s]+/gu, ' ');
    return [...name.trim()].slice(0, NAME_MAX_LENGTH).join('');
  } catch {
    return '';
  }
}
