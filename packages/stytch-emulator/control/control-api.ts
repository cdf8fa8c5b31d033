import { type Context, Hono } from 'hono';
import { HTTPException } from 'hono/http-exception';
import * as v from 'valibot';
import { googleIdToken } from '../api/oauth/google-one-tap.ts';
import { impersonationUrl } from '../api/sessions/impersonation.ts';
import { login } from '../api/sessions/login.ts';
import { normalizeEmail } from '../store/email-address.ts';
import { addFault } from '../store/faults.ts';
import { LIMITS } from '../store/limits.ts';
import { findGoogleAccount, findMember, findOrganization } from '../store/lookup.ts';
import { listInbox } from '../store/mail.ts';
import { projectEntries } from '../store/project-settings.ts';
import { listSessions, revokeSession } from '../store/sessions.ts';
import { faultRequestSchema } from '../store/state.ts';
import { describeIssue, type Store } from '../store/store.ts';

/** Parses the JSON body of a control call. Throws if it does not match the schema: the control API responds with `{ error }`. */
async function parseRequest<Schema extends v.GenericSchema>(
  request: Request,
  schema: Schema,
): Promise<v.InferOutput<Schema>> {
  const body: unknown = await request.json().catch(() => {
    throw new HTTPException(400, { message: 'The body is not JSON.' });
  });
  const parsed = v.safeParse(schema, body);
  if (parsed.success) return parsed.output;
  throw new HTTPException(400, { message: describeIssue(parsed.issues[0]) });
}

/** Returns what a control call names. Throws if there is none. */
function required<Value>(found: Value | undefined | null, message: string): Value {
  if (found !== undefined && found !== null) return found;
  throw new HTTPException(404, { message });
}

const milliseconds = v.pipe(v.number(), v.finite());
const clockSchema = v.strictObject({
  now: v.optional(v.union([milliseconds, v.pipe(v.string(), v.isoTimestamp())])),
  advanceMs: v.optional(milliseconds, 0),
});
const projectPatchSchema = v.partial(v.strictObject(projectEntries));
/** One fault, or a list. Of a union, the error would name no field. */
const faultsSchema = v.pipe(
  v.unknown(),
  v.transform((body) => [body].flat()),
  v.array(faultRequestSchema),
);
const loginSchema = v.strictObject({
  email: v.string(),
  organization: v.string(),
  minutes: v.optional(v.number(), LIMITS.sessionMinutes.default),
});
const impersonateSchema = v.strictObject({
  email: v.string(),
  organizationSlug: v.string(),
  /** The app's origin, if it is not the emulator's own. */
  origin: v.optional(v.pipe(v.string(), v.url(), v.startsWith('http'))),
  impersonator: v.optional(v.string(), 'sam@support.example'),
});
const idTokenSchema = v.strictObject({ email: v.string() });

/** Keeps a request of analytics or of an error report, unparsed and oldest first. Returns the response's body. */
async function collectTelemetry(store: Store, request: Request): Promise<object> {
  const url = new URL(request.url);
  const bytes = Buffer.from(await request.arrayBuffer());
  const text = bytes.toString('utf8');
  const { telemetry } = store.state;
  telemetry.push({
    at: new Date(store.clock.now()).toISOString(),
    method: request.method,
    path: url.pathname,
    query: url.search,
    headers: Object.fromEntries(request.headers),
    // A compressed body is not UTF-8 text, so it is stored as base64.
    body: Buffer.from(text, 'utf8').equals(bytes) ? text : `base64:${bytes.toString('base64')}`,
  });
  if (telemetry.length > LIMITS.telemetryLogEntries) telemetry.shift();
  return {};
}

/** Creates the control API for tests and the console, mounted at /_emulator (R20.3). */
export function controlApi(store: Store): Hono {
  const app = new Hono();
  /** Mounts a call. It responds with what `handle` returns, as JSON that a person can read, too. */
  const mount = (address: string, handle: (context: Context) => unknown) => {
    const [method = '', path = ''] = address.split(' ');
    app.on(method, path, async (context) => {
      const result = await handle(context);
      const text = JSON.stringify(result ?? { ok: true }, null, 2);
      const headers = { 'content-type': 'application/json', 'cache-control': 'no-store' };
      return context.body(text, 200, headers);
    });
  };
  const nowIso = () => new Date(store.clock.now()).toISOString();

  mount('GET /health', () => ({ ok: true, now: nowIso(), seed: store.state.seed }));
  mount('POST /reset', () => store.reset());
  mount('GET /state', () => store.state);
  mount('PUT /state', async ({ req }) => {
    const message = store.importState(await parseRequest(req.raw, v.unknown()));
    if (message !== null) throw new HTTPException(400, { message });
  });
  mount('GET /project', () => store.state.project);
  mount('PATCH /project', async ({ req }) => {
    const patch = await parseRequest(req.raw, projectPatchSchema);
    return Object.assign(store.state.project, patch);
  });
  mount('POST /clock', async ({ req }) => {
    const { now, advanceMs } = await parseRequest(req.raw, clockSchema);
    if (now !== undefined) store.clock.set(new Date(now).getTime());
    store.clock.advance(advanceMs);
    return { now: nowIso() };
  });

  mount('POST /faults', async ({ req }) =>
    (await parseRequest(req.raw, faultsSchema)).map((fault) => addFault(store, fault)),
  );
  for (const list of ['faults', 'requests', 'telemetry'] as const) {
    mount(`GET /${list}`, () => store.state[list]);
    mount(`DELETE /${list}`, () => {
      store.state[list] = [];
    });
  }
  mount('GET /inbox', ({ req }) => {
    const to = req.query('to');
    return listInbox(store, to === undefined ? undefined : normalizeEmail(to));
  });
  mount('DELETE /inbox', () => {
    store.state.mail = [];
  });

  mount('POST /login', async ({ req }) => {
    const session = await login(store, await parseRequest(req.raw, loginSchema));
    return required(session, 'The organization has no such member.');
  });
  mount('GET /sessions', () => listSessions(store));
  mount('DELETE /sessions/:id', ({ req }) => {
    const session = store.state.sessions.find(({ id }) => id === req.param('id'));
    revokeSession(store, required(session, 'No session has this id.'));
  });
  mount('POST /impersonate', async ({ req }) => {
    const given = await parseRequest(req.raw, impersonateSchema);
    const organization = findOrganization(store, given.organizationSlug);
    const found = organization && findMember(store, organization.id, normalizeEmail(given.email));
    const member = required(found, 'The organization has no such member.');
    const origin = given.origin ?? new URL(req.url).origin;
    return { url: impersonationUrl(store, member, given.impersonator, origin).href };
  });
  mount('POST /google/id-token', async ({ req }) => {
    const { email } = await parseRequest(req.raw, idTokenSchema);
    const account = findGoogleAccount(store, normalizeEmail(email));
    return { id_token: await googleIdToken(store, required(account, 'No such Google account.')) };
  });

  for (const method of ['GET', 'POST', 'PUT']) {
    mount(`${method} /telemetry/*`, ({ req }) => collectTelemetry(store, req.raw));
  }
  return app;
}
