import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import { parseArgs } from 'node:util';
import { getRequestListener } from '@hono/node-server';
import { createService } from './app.ts';
import { explain } from './report.ts';
import { readSettings } from './settings.ts';
import { createSite } from './site.ts';

/** Milliseconds after which the process ends when it is asked to stop: less than the ten seconds of Docker. */
const STOP_TIMEOUT = 8_000;

/** Keep-alive in milliseconds: longer than Google's load balancer has, whose request could reach a closed connection. */
const KEEP_ALIVE = 620_000;

/**
 * Serves the production page and the service from one process, until it is asked to stop. `--site` names the folder of
 * another build than `dist`.
 */
async function main(): Promise<void> {
  // Registered first: process 1 ignores a signal that it has no handler for.
  let stop = (): unknown => process.exit(0);
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop());
  // The reader of the log may exit first.
  process.stdout.on('error', () => undefined);
  const log = (line: string) => void process.stdout.write(`${line}\n`);
  const { values } = parseArgs({ options: { site: { type: 'string', default: 'dist' } } });
  if (existsSync('.env.local')) process.loadEnvFile('.env.local');
  const { database, host, port, provider } = readSettings(process.env);
  const service = createService({ database, provider, log });
  const site = createSite(values.site, service.app);
  const { name } = await service.ready;
  let isStopping = false;
  const respond: typeof site.fetch = async (request, env) => {
    const response = await site.fetch(request, env);
    if (isStopping) response.headers.set('connection', 'close');
    return response;
  };
  const listener = getRequestListener(respond, { hostname: host });
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE }, listener);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, host, resolve);
  });
  const address = server.address();
  const listening = typeof address === 'object' ? address?.port : port;
  log(JSON.stringify({ listening: `http://localhost:${listening}`, host, database: name }));

  stop = async () => {
    isStopping = true;
    setTimeout(() => process.exit(1), STOP_TIMEOUT);
    const closed = new Promise((resolve) => server.close(resolve));
    service.endStreams();
    setInterval(() => server.closeIdleConnections(), 100);
    await closed;
    await service.close();
    process.exit(0);
  };
}

await main().catch((error: unknown) => {
  const message = error instanceof Error ? error.message : '';
  process.stderr.write(`${message || explain(error)}\n`);
  process.exit(1);
});
