import { Hono } from 'hono';
import * as v from 'valibot';
import { jsonResponse } from '../api/http/json-response.ts';
import { addFault } from '../store/faults.ts';
import { projectEntries } from '../store/project-settings.ts';
import { revokeSession } from '../store/sessions.ts';
import { faultRequestSchema } from '../store/state.ts';
import type { Store } from '../store/store.ts';
import { ControlError, parseControlRequest } from './control-request.ts';
import { eventStream } from './event-stream.ts';
import { mountInboxControl } from './inbox-endpoints.ts';
import { listSessions } from './session-list.ts';
import { mountTelemetryControl } from './telemetry-endpoints.ts';
import { mountTokenControl } from './token-endpoints.ts';

const clockSchema = v.union([
  v.strictObject({ advanceMs: v.pipe(v.number(), v.finite()) }),
  v.strictObject({
    now: v.union([v.pipe(v.number(), v.finite()), v.pipe(v.string(), v.isoTimestamp())]),
  }),
  v.strictObject({ freeze: v.boolean() }),
]);

const projectPatchSchema = v.partial(v.strictObject(projectEntries));

const ok = () => jsonResponse({ ok: true }, 200);

function mountStateControl(app: Hono, store: Store): void {
  app.get('/health', () =>
    jsonResponse(
      { ok: true, now: new Date(store.clock.now()).toISOString(), seed: store.state.seed },
      200,
    ),
  );
  app.post('/reset', () => {
    store.reset();
    return ok();
  });
  app.get('/state', () => jsonResponse(store.state, 200));
  app.put('/state', async ({ req }) => {
    const error = store.importState(await parseControlRequest(req.raw, v.unknown()));
    if (error !== null) throw new ControlError(400, error);
    return ok();
  });
  app.get('/project', () => jsonResponse(store.state.project, 200));
  app.patch('/project', async ({ req }) => {
    const patch = await parseControlRequest(req.raw, projectPatchSchema);
    Object.assign(store.state.project, patch);
    store.emit({ kind: 'project', text: Object.keys(patch).join(', ') });
    return jsonResponse(store.state.project, 200);
  });
  app.post('/clock', async ({ req }) => {
    const change = await parseControlRequest(req.raw, clockSchema);
    if ('advanceMs' in change) store.clock.advance(change.advanceMs);
    else if ('now' in change) store.clock.set(new Date(change.now).getTime());
    else if (change.freeze) store.clock.freeze();
    else store.clock.unfreeze();
    const now = new Date(store.clock.now()).toISOString();
    store.emit({ kind: 'clock', text: now });
    return jsonResponse({ now, frozen: store.state.clock.frozenAt !== null }, 200);
  });
}

function mountFaultControl(app: Hono, store: Store): void {
  app.get('/faults', () => jsonResponse(store.state.faults, 200));
  app.post('/faults', async ({ req }) => {
    const schema = v.union([faultRequestSchema, v.array(faultRequestSchema)]);
    const requests = [await parseControlRequest(req.raw, schema)].flat();
    return jsonResponse(
      requests.map((request) => addFault(store, request)),
      201,
    );
  });
  app.delete('/faults', () => {
    store.state.faults = [];
    store.emit({ kind: 'fault', text: 'all faults removed' });
    return ok();
  });
}

function mountRequestAndSessionControl(app: Hono, store: Store): void {
  app.get('/requests', () => jsonResponse(store.state.requests, 200));
  app.delete('/requests', () => {
    store.state.requests = [];
    return ok();
  });
  app.get('/sessions', () => jsonResponse(listSessions(store), 200));
  app.delete('/sessions/:id', ({ req }) => {
    const session = store.state.sessions.find(({ id }) => id === req.param('id'));
    if (session === undefined) throw new ControlError(404, 'No session has this id.');
    revokeSession(store, session);
    return ok();
  });
}

/** Creates the control API for tests and the console, mounted at /_emulator (R20.3). */
export function controlApi(store: Store): Hono {
  const app = new Hono();
  mountStateControl(app, store);
  mountFaultControl(app, store);
  mountRequestAndSessionControl(app, store);
  mountInboxControl(app, store);
  mountTokenControl(app, store);
  mountTelemetryControl(app, store);
  app.get('/events', ({ req }) => eventStream(store, req.raw.signal));
  return app;
}
