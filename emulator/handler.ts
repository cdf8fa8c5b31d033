import { Hono } from 'hono';
import { faultResponse } from './api/http/fault-response.ts';
import { jsonResponse } from './api/http/json-response.ts';
import { logRequest } from './api/http/request-log.ts';
import { sdkApi } from './api/http/sdk-api.ts';
import { sdkRoutes } from './api/routes.ts';
import { consoleRoutes } from './console/routes.ts';
import { controlApi } from './control/control-api.ts';
import { ControlError } from './control/control-request.ts';
import { PUBLIC_KEY } from './crypto/signing-key.ts';
import { googleRoutes } from './google/routes.ts';
import { isLoopbackHost, isLoopbackOrigin } from './loopback.ts';
import { EMULATOR_PROJECT_ID, EMULATOR_PUBLIC_TOKEN } from './public-token.ts';
import { takeFault } from './store/faults.ts';
import { createStore, type Store } from './store/store.ts';

export interface EmulatorOptions {
  /** Same seed and same calls: same answers. Default 'charter'. */
  seed?: string | number | undefined;
  /** The one public token that is accepted; never a live one. */
  publicToken?: string | undefined;
  /** Gets each code, link and other notice as a line of text. */
  log?: ((line: string) => void) | undefined;
  /** Real time in milliseconds; the emulator's clock follows it until it is frozen. */
  now?: (() => number) | undefined;
}

export interface Handler {
  fetch(request: Request): Promise<Response>;
  store: Store;
}

/** Whether the emulator answers this path; everything else belongs to the app. */
export function isEmulatorPath(pathname: string): boolean {
  return /^\/(sdk\/v1|v1\/b2b|_emulator)(\/|$)/.test(pathname);
}

function corsHeaders(request: Request): Record<string, string> {
  const origin = request.headers.get('origin') ?? '';
  if (!isLoopbackOrigin(origin)) return {};
  return {
    'access-control-allow-origin': origin,
    'access-control-allow-credentials': 'true',
    'access-control-expose-headers': 'retry-after',
    vary: 'Origin',
  };
}

function preflightResponse(request: Request): Response {
  return new Response(null, {
    status: 204,
    headers: {
      ...corsHeaders(request),
      'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE, OPTIONS',
      'access-control-allow-headers':
        request.headers.get('access-control-request-headers') ?? 'content-type',
      'access-control-max-age': '600',
    },
  });
}

/** Refuses other machines' names for this one (DNS rebinding) and other sites' pages (CSRF). */
function rejectForeignRequest(request: Request): Response | null {
  const host = request.headers.get('host') ?? new URL(request.url).host;
  const hostname = host.replace(/:\d+$/, '');
  if (!isLoopbackHost(hostname)) {
    return jsonResponse({ error: 'The emulator only answers to a loopback host name.' }, 403);
  }
  const origin = request.headers.get('origin');
  if (origin !== null && !isLoopbackOrigin(origin)) {
    return jsonResponse({ error: 'The emulator only answers to pages of this machine.' }, 403);
  }
  return null;
}

/** A provider call: logged, then a fault or the provider. */
async function handleProviderRequest(store: Store, app: Hono, request: Request): Promise<Response> {
  const entry = await logRequest(store, request);
  const armed = takeFault(store, request.method, entry.path);
  entry.fault = armed?.fault.kind ?? null;
  const faulty = armed === undefined ? null : await faultResponse(store, armed, request.signal);
  const response = faulty ?? (await app.fetch(request));
  entry.status = response.status;
  store.emit({ kind: 'request', text: `${entry.method} ${entry.path} ${entry.status}` });
  return response;
}

function buildApp(store: Store, publicToken: string): Hono {
  const app = new Hono();
  app.route('/sdk/v1', sdkApi(store, publicToken, sdkRoutes(publicToken)));
  app.route('/v1/b2b/public/oauth/google', googleRoutes(store, publicToken));
  app.get(`/v1/b2b/sessions/jwks/${EMULATOR_PROJECT_ID}`, () =>
    jsonResponse({ keys: [PUBLIC_KEY] }, 200),
  );
  app.get('/_emulator/', ({ redirect }) => redirect('/_emulator'));
  app.route('/_emulator', consoleRoutes(store));
  app.route('/_emulator', controlApi(store));
  app.notFound(() => jsonResponse({ error: 'The emulator has nothing at this address.' }, 404));
  app.onError((error) => {
    if (error instanceof ControlError) return jsonResponse({ error: error.message }, error.status);
    throw error;
  });
  return app;
}

/**
 * The emulator as one function from Request to Response. Throws ConnectionDropped where a fault
 * cuts the connection; the Node adapters turn that into a destroyed socket.
 */
export function createHandler(options: EmulatorOptions = {}): Handler {
  const publicToken = options.publicToken ?? EMULATOR_PUBLIC_TOKEN;
  if (!publicToken.startsWith('public-token-test-')) {
    throw new Error('The emulator takes a public token that starts with "public-token-test-".');
  }
  const store = createStore({
    seed: String(options.seed ?? 'charter'),
    realNow: options.now ?? Date.now,
  });
  const { log } = options;
  if (log !== undefined) {
    store.subscribe(({ kind, text }) => {
      if (kind === 'mail') log(text);
    });
  }
  const app = buildApp(store, publicToken);

  return {
    store,
    async fetch(request) {
      const refused = rejectForeignRequest(request);
      if (refused !== null) return refused;
      if (request.method === 'OPTIONS') return preflightResponse(request);
      const { pathname } = new URL(request.url);
      const response = pathname.startsWith('/_emulator')
        ? await app.fetch(request)
        : await handleProviderRequest(store, app, request);
      for (const [name, value] of Object.entries(corsHeaders(request))) {
        response.headers.set(name, value);
      }
      return response;
    },
  };
}
