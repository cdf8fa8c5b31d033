import { type Context, Hono } from 'hono';
import type { Store } from '../../store/store.ts';
import { checkCredentials } from './credentials.ts';
import { errorResponse, successResponse } from './json-response.ts';
import { ProviderError, refusal } from './provider-error.ts';
import type { Route } from './route.ts';

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

/** Creates the provider's API for the SDK, as a Hono app that is mounted at /sdk/v1. */
export function sdkApi(store: Store, publicToken: string, routes: readonly Route[]): Hono {
  const app = new Hono();
  for (const route of routes) {
    app.on(route.method, route.path, async (context) => {
      const credentials = route.credentials
        ? checkCredentials(context.req.raw.headers, publicToken)
        : null;
      if (store.state.project.vertical !== 'B2B' && route.path.startsWith('/b2b/')) {
        throw refusal('invalid_b2b_endpoint');
      }
      const body = await readJson(context);
      const sessionToken = credentials?.sessionToken ?? null;
      const call = { store, sessionToken, params: context.req.param() };
      return successResponse(store, await route.run(call, body));
    });
  }
  for (const path of new Set(routes.map((route) => route.path))) {
    app.all(path, () => {
      throw refusal('method_not_allowed');
    });
  }
  app.all('*', () => {
    throw refusal('route_not_found');
  });
  app.onError((error) => {
    if (error instanceof ProviderError) return errorResponse(store, error);
    throw error;
  });
  return app;
}
