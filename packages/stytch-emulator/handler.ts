import { Hono, type MiddlewareHandler } from 'hono';
import { cors } from 'hono/cors';
import { HTTPException } from 'hono/http-exception';
import { faultResponse } from './api/http/fault-response.ts';
import { errorResponse, jsonResponse } from './api/http/json-response.ts';
import { providerApi } from './api/http/provider-api.ts';
import { ProviderError, refusal } from './api/http/provider-error.ts';
import { logRequest } from './api/http/request-log.ts';
import { googleRoutes, ssoPortalRoutes, ssoStartRoutes } from './choosers/routes.ts';
import { consoleRoutes } from './console/routes.ts';
import { controlApi } from './control/control-api.ts';
import { securityCheckRoutes } from './security-checks/routes.ts';
import { takeFault } from './store/faults.ts';
import { forgetExpired } from './store/sessions.ts';
import { createStore, type Store, type StoreOptions } from './store/store.ts';

export interface EmulatorOptions extends StoreOptions {
  /** Origins outside of this machine that may call, such as `http://stytch:4010`. Their hosts count as its own names. */
  allowedOrigins?: readonly string[] | undefined;
}

export interface Handler {
  fetch(request: Request): Promise<Response>;
  store: Store;
}

function isControlPath(pathname: string): boolean {
  return pathname.startsWith('/_emulator');
}

/** Returns whether a host name, without its port, is this machine. */
function isLoopbackHost(hostname: string): boolean {
  return ['localhost', '127.0.0.1', '[::1]'].includes(hostname) || hostname.endsWith('.localhost');
}

function isLoopbackOrigin(origin: string): boolean {
  return URL.canParse(origin) && isLoopbackHost(new URL(origin).hostname);
}

/** Rejects other host names that resolve to this machine (DNS rebinding) and foreign origins (CSRF). */
function rejectForeignRequest(request: Request, allowed: readonly string[]): Response | null {
  const host = request.headers.get('host') ?? new URL(request.url).host;
  const hostname = host.replace(/:\d+$/, '');
  if (!isLoopbackHost(hostname) && !allowed.some((each) => new URL(each).host === host)) {
    return jsonResponse({ error: 'The emulator accepts loopback host names only.' }, 403);
  }
  const origin = request.headers.get('origin');
  if (origin !== null && !isLoopbackOrigin(origin) && !allowed.includes(origin)) {
    return jsonResponse(
      { error: 'The emulator accepts requests from loopback origins only.' },
      403,
    );
  }
  return null;
}

/** Logs each provider request, and lets the first matching fault respond in place of the provider. */
function logAndFault(store: Store): MiddlewareHandler {
  return async (context, next) => {
    if (isControlPath(context.req.path)) return next();
    const { raw } = context.req;
    const entry = await logRequest(store, raw);
    const fault = takeFault(store, entry.path);
    entry.fault = fault?.fault.kind ?? null;
    const faulty = fault === undefined ? null : await faultResponse(store, fault, raw.signal);
    if (faulty === null) await next();
    else context.res = faulty;
    entry.status = context.res.status;
  };
}

function buildApp(store: Store, allowed: readonly string[]): Hono {
  const app = new Hono();
  app.use(async ({ req }, next) => rejectForeignRequest(req.raw, allowed) ?? next());
  app.use(
    cors({
      origin: (origin) => (isLoopbackOrigin(origin) || allowed.includes(origin) ? origin : null),
      credentials: true,
      exposeHeaders: ['retry-after'],
      maxAge: 600,
    }),
  );
  app.use((_, next) => {
    forgetExpired(store);
    return next();
  });
  app.use(logAndFault(store));
  app.route('/sdk/v1', providerApi(store, 'browser'));
  app.route('/v1/b2b/public/oauth/google', googleRoutes(store));
  app.route('/v1/public/sso/start', ssoStartRoutes(store));
  app.route('/v1', providerApi(store, 'backend'));
  app.get('/_emulator/', ({ redirect }) => redirect('/_emulator'));
  app.route('/_emulator/security-checks', securityCheckRoutes(store));
  app.route('/_emulator/identity-provider', ssoPortalRoutes(store));
  app.route('/_emulator', consoleRoutes(store));
  app.route('/_emulator', controlApi(store));
  app.notFound(({ req }) =>
    isControlPath(req.path)
      ? jsonResponse({ error: 'The emulator has no such path.' }, 404)
      : errorResponse(store, refusal('route_not_found')),
  );
  app.onError((error) => {
    if (error instanceof ProviderError) return errorResponse(store, error);
    if (error instanceof HTTPException) return jsonResponse({ error: error.message }, error.status);
    throw error;
  });
  return app;
}

/**
 * Creates the emulator as one function from Request to Response. It throws ConnectionDropped when a
 * fault cuts the connection; the Node adapter then destroys the socket.
 */
export function createHandler(options: EmulatorOptions = {}): Handler {
  const store = createStore(options);
  const allowed = (options.allowedOrigins ?? []).map((origin) => new URL(origin).origin);
  const app = buildApp(store, allowed);
  return { store, fetch: async (request) => app.fetch(request) };
}
