import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { getRequestListener } from '@hono/node-server';
import { createService } from './app.ts';
import { explain } from './report.ts';
import { readSettings } from './settings.ts';
import { createSite } from './site.ts';

/** Milliseconds that running requests have when the process is asked to stop: less than the ten seconds of Docker. */
const STOP_TIMEOUT = 8_000;

/** Milliseconds that the database has to close afterwards. */
const CLOSE_TIMEOUT = 1_000;

/** Milliseconds for a whole request and for its headers, between two looks at them, and for a connection at rest. */
const SERVER = {
  requestTimeout: 30_000,
  headersTimeout: 10_000,
  connectionsCheckingInterval: 5_000,
  // Longer than load balancers keep theirs, which would otherwise send a request into one that closes.
  keepAliveTimeout: 75_000,
};

/**
 * Serves the production page and the service from one process, until it is asked to stop. `--site` names the folder of
 * another build than `dist`.
 */
async function main(): Promise<void> {
  let stop = (): unknown => process.exit(0);
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop());
  const { stdout } = process;
  // Whoever reads the log may go.
  stdout.on('error', () => undefined);
  // The lines of one turn are written together, because each write waits for the reader; the last ones at the exit.
  process.once('exit', () => stdout.end());
  const log = (line: string) => {
    stdout.cork();
    stdout.write(`${line}\n`);
    setImmediate(() => stdout.uncork());
  };
  const { values } = parseArgs({ options: { site: { type: 'string', default: 'dist' } } });
  if (existsSync('.env.local')) process.loadEnvFile('.env.local');
  const { database, host, port, maxConnections, provider } = readSettings(process.env);
  const service = createService({ database, provider, log });
  const site = createSite(values.site, service.app);
  const { name } = await service.ready;
  let isStopping = false;
  const respond: typeof site.fetch = async (request, env) => {
    const response = await site.fetch(request, env);
    if (isStopping) response.headers.set('connection', 'close');
    return response;
  };
  const server = createServer(SERVER, getRequestListener(respond, { hostname: host }));
  server.maxConnections = maxConnections;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, host, resolve);
  });
  const address = server.address();
  const listening = typeof address === 'object' ? address?.port : port;
  log(JSON.stringify({ listening: `http://localhost:${listening}`, host, database: name }));

  stop = async () => {
    isStopping = true;
    const closed = new Promise((resolve) => server.close(resolve));
    service.endStreams();
    const closeIdle = setInterval(() => server.closeIdleConnections(), 100);
    const timeout = setTimeout(() => server.closeAllConnections(), STOP_TIMEOUT);
    await closed;
    clearInterval(closeIdle);
    clearTimeout(timeout);
    const closing = service.close().then(
      () => true,
      () => false,
    );
    const isClosed = await Promise.race([closing, pause(CLOSE_TIMEOUT, false)]);
    if (!isClosed) log(JSON.stringify({ failing: 'stop', error: 'The database did not close.' }));
    process.exit(isClosed ? 0 : 1);
  };
}

await main().catch((error: unknown) => {
  const message = error instanceof Error ? error.message : '';
  process.stderr.write(`${message || explain(error)}\n`);
  process.exit(1);
});
