import { type Context, Hono } from 'hono';
import { validator } from 'hono/validator';
import * as v from 'valibot';
import { normalizePolicy, validatePolicy } from '#machines/rules/policy.ts';
import { Problem } from '../http/problem.ts';
import type { Permit, RequestContext } from '../http/request-context.ts';
import {
  createPolicy,
  deletePolicy,
  listPolicies,
  type Position,
  restorePolicy,
  type SeenPolicy,
  updatePolicy,
} from './policies.ts';

const idSchema = v.pipe(v.string(), v.uuid());
const timeSchema = v.pipe(v.string(), v.isoTimestamp(), v.toDate());
const querySchema = v.object({
  search: v.optional(v.pipe(v.string(), v.maxLength(200))),
  cursor: v.optional(v.string()),
});
const inputSchema = v.object({
  name: v.string(),
  description: v.string(),
  state: v.picklist(['draft', 'active']),
});

const listQuery = validator('query', (query) => {
  const { success, output } = v.safeParse(querySchema, query);
  if (success) return output;
  throw new Problem(400, 'invalid_query', 'The search is too long.');
});

const policyInput = validator('json', (body) => {
  const { success, output } = v.safeParse(inputSchema, body);
  if (success && validatePolicy(output) === null) return normalizePolicy(output);
  throw new Problem(422, 'invalid_policy', 'A field of the policy is missing or too long.');
});

/** The calls of policies. Each sees the organization of the JWT only. */
export function policyRoutes(permit: Permit) {
  return new Hono<RequestContext>()
    .get('/', permit('policy', 'read'), listQuery, async ({ req, var: { work }, json }) => {
      const { search = '', cursor } = req.valid('query');
      const after = cursor === undefined ? null : readCursor(cursor);
      return json(await work((rows) => listPolicies(rows, search, after)));
    })
    .post('/:id', permit('policy', 'create'), policyInput, async (context) => {
      const { work, member } = context.var;
      const [id, input] = [readId(context), context.req.valid('json')];
      return context.json(await work((rows) => createPolicy(rows, member, id, input)));
    })
    .put('/:id', permit('policy', 'update'), policyInput, async (context) => {
      const { work, member } = context.var;
      const [seen, input] = [readSeen(context), context.req.valid('json')];
      return context.json(await work((rows) => updatePolicy(rows, member, seen, input)));
    })
    .delete('/:id', permit('policy', 'delete'), async (context) => {
      const [seen, { work, member }] = [readSeen(context), context.var];
      return context.json(await work((rows) => deletePolicy(rows, member, seen)));
    })
    .post('/:id/restore', permit('policy', 'delete'), async (context) => {
      const [seen, { work, member }] = [readSeen(context), context.var];
      return context.json(await work((rows) => restorePolicy(rows, member, seen)));
    });
}

function readId({ req }: Context): string {
  const { success, output } = v.safeParse(idSchema, req.param('id'));
  if (success) return output;
  throw new Problem(404, 'not_found', 'There is no such policy.');
}

/** Reads which version of the policy the member has seen. */
function readSeen(context: Context): SeenPolicy {
  const [, version] = /^"(\d{1,9})"$/.exec(context.req.header('if-match') ?? '') ?? [];
  if (version !== undefined) return { id: readId(context), version: Number(version) };
  throw new Problem(428, 'version_missing', 'If-Match must name the version: "3".');
}

function readCursor(cursor: string): Position {
  const [time, id] = cursor.split('_');
  const { success, output } = v.safeParse(v.object({ updatedAt: timeSchema, id: idSchema }), {
    updatedAt: time,
    id,
  });
  if (success) return output;
  throw new Problem(400, 'invalid_query', 'The cursor is malformed.');
}
