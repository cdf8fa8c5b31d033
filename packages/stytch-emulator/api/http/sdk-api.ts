import { type Context, Hono } from 'hono';
import type { Store } from '../../store/store.ts';
import { checkCredentials } from './credentials.ts';
import { errorResponse, successResponse } from './json-response.ts';
import { ProviderError } from './provider-error.ts';
import type { Route } from './route.ts';

async function readJson(context: Context): Promise<unknown> {
  const text = await context.req.text();
  if (text === '') return undefined;
  if (!context.req.header('content-type')?.includes('application/json')) {
    throw new ProviderError(400, 'bad_request', 'The Content-Type must be application/json.');
  }
  try {
    return JSON.parse(text);
  } catch {
    throw new ProviderError(400, 'bad_request', 'The body is not JSON.');
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
        throw new ProviderError(
          400,
          'invalid_b2b_endpoint',
          'This endpoint is only enabled for B2B projects.',
        );
      }
      const body = await readJson(context);
      const response = await route.run(
        {
          store,
          sessionToken: credentials?.sessionToken ?? null,
          params: context.req.param(),
        },
        body,
      );
      return successResponse(store, response);
    });
  }
  for (const path of new Set(routes.map((route) => route.path))) {
    app.all(path, () => {
      throw new ProviderError(405, 'method_not_allowed', 'The path does not allow this method.');
    });
  }
  app.all('*', () => {
    throw new ProviderError(404, 'route_not_found', 'The provider has no such call.');
  });
  app.onError((error) => {
    if (error instanceof ProviderError) return errorResponse(store, error);
    throw error;
  });
  return app;
}
