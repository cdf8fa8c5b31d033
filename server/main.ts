import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { serve } from '@hono/node-server';
import { createService } from './app.ts';
import { readSettings } from './settings.ts';
import { createSite } from './site.ts';

/** Milliseconds that running requests have when the process is asked to stop. */
const STOP_TIMEOUT = 10_000;

/**
 * Serves the production page and the service from one process, until it is asked to stop. `--site` names the folder of
 * another build than `dist`.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({ options: { site: { type: 'string', default: 'dist' } } });
  if (existsSync('.env.local')) process.loadEnvFile('.env.local');
  const { database, port, provider } = readSettings(process.env);
  const log = (line: string) => process.stdout.write(`${line}\n`);
  const service = createService({ database, provider, log });
  const { fetch: respond } = createSite(values.site, service.app);
  const { name } = await service.ready;
  const server = serve({ fetch: respond, port }, (address) =>
    log(JSON.stringify({ listening: `http://localhost:${address.port}`, database: name })),
  );

  const stop = () => {
    setTimeout(() => process.exit(1), STOP_TIMEOUT).unref();
    server.close(() => void service.close().then(() => process.exit(0)));
    service.endStreams();
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
}

await main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
});
