import { type Context, Hono } from 'hono';
import type { Store } from '../../store/store.ts';
import { providerRoutes } from '../provider-routes.ts';
import { checkBackendSecret, checkCredentials, readSessionToken } from './credentials.ts';
import { successResponse } from './json-response.ts';
import { refusal } from './provider-error.ts';
import type { Call } from './route.ts';

async function readJson(context: Context): Promise<unknown> {
  const text = await context.req.text();
  if (text === '') return undefined;
  if (!context.req.header('content-type')?.includes('application/json')) {
    throw refusal('bad_request', 'The Content-Type must be application/json.');
  }
  try {
    return JSON.parse(text);
  } catch {
    throw refusal('bad_request', 'The body is not JSON.');
  }
}

/** Adds the fields of the path and of the query to those of the body. A list or a text stays as it is. */
async function readInput(context: Context): Promise<unknown> {
  const body = (await readJson(context)) ?? {};
  if (typeof body !== 'object' || Array.isArray(body)) return body;
  return { ...body, ...context.req.query(), ...context.req.param() };
}

/**
 * Creates one door to the operations, as a Hono app: the browser SDK's API, mounted at /sdk/v1, or the backend API,
 * mounted at /v1. The doors differ in their credentials and in the envelope of a response.
 */
export function providerApi(store: Store, door: Call['door']): Hono {
  const app = new Hono();
  const paths = new Set<string>();
  for (const route of providerRoutes) {
    const [method, path] = route[door]?.split(' ') ?? [];
    if (method === undefined || path === undefined) continue;
    paths.add(path);
    app.on(method, path, async (context) => {
      const { headers } = context.req.raw;
      const sessionOfBrowser =
        route.credentials && door === 'browser' ? checkCredentials(headers).sessionToken : null;
      if (route.credentials && door === 'backend') checkBackendSecret(headers);
      if (store.state.project.vertical !== 'B2B' && path.startsWith('/b2b/')) {
        throw refusal('invalid_b2b_endpoint');
      }
      const input = await readInput(context);
      const sessionToken =
        door === 'backend' ? await readSessionToken(store, input) : sessionOfBrowser;
      return successResponse(store, await route.run({ store, door, sessionToken }, input), door);
    });
  }
  for (const path of paths) {
    app.all(path, () => {
      throw refusal('method_not_allowed');
    });
  }
  app.all('*', () => {
    throw refusal('route_not_found');
  });
  return app;
}
