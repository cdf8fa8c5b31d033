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
  /** The address to listen on, which is also one of its names. Default 127.0.0.1: this machine only. */
  host?: string | undefined;
}

export interface Handler {
  fetch(request: Request): Promise<Response>;
  store: Store;
}

function isControlPath(pathname: string): boolean {
  return pathname.startsWith('/_emulator');
}

/** Returns a host as URLs have it: an IPv6 address in brackets. */
export function urlHost(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}

function readOrigin(given: string): string {
  const origin = URL.canParse(given) ? new URL(given).origin : 'null';
  if (origin !== 'null') return origin;
  throw new Error(`"${given}" is no origin, such as http://stytch:4010.`);
}

/** Rejects other host names that resolve to this machine (DNS rebinding) and foreign origins (CSRF); allows the others (CORS). */
function admission({ allowedOrigins = [], host: ownHost = 'localhost' }: EmulatorOptions) {
  const allowed = allowedOrigins.map(readOrigin);
  const own = ['localhost', '127.0.0.1', '[::1]', urlHost(ownHost)];
  const isOwnHost = (name: string) => own.includes(name) || name.endsWith('.localhost');
  const isAllowedOrigin = (origin: string) =>
    allowed.includes(origin) || (URL.canParse(origin) && isOwnHost(new URL(origin).hostname));
  const rejectForeign: MiddlewareHandler = async ({ req }, next) => {
    const host = req.header('host') ?? new URL(req.url).host;
    const isNamed = allowed.some((each) => new URL(each).host === host);
    if (!isNamed && !isOwnHost(host.replace(/:\d+$/, ''))) {
      return jsonResponse({ error: 'The emulator accepts loopback host names only.' }, 403);
    }
    if (isAllowedOrigin(req.header('origin') ?? 'http://localhost')) return next();
    return jsonResponse(
      { error: 'The emulator accepts requests from loopback origins only.' },
      403,
    );
  };
  const allowOrigins = cors({
    origin: (origin) => (isAllowedOrigin(origin) ? origin : null),
    credentials: true,
    exposeHeaders: ['retry-after'],
    maxAge: 600,
  });
  return [rejectForeign, allowOrigins] as const;
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

function buildApp(store: Store, options: EmulatorOptions): Hono {
  const app = new Hono();
  app.use(...admission(options));
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
  const app = buildApp(store, options);
  return { store, fetch: async (request) => app.fetch(request) };
}
