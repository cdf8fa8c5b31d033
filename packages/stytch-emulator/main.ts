#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { createEmulator } from './server.ts';
import { startupBanner } from './startup-banner.ts';

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '4010' },
    seed: { type: 'string' },
    host: { type: 'string' },
    'allow-origin': { type: 'string', multiple: true },
  },
});

try {
  // The reader of YAML is loaded when a file needs it, so that a start without one takes less time.
  const people =
    values.seed === undefined
      ? undefined
      : (await import('./store/seed/people-file.ts')).readPeople(readFileSync(values.seed, 'utf8'));
  const log = (line: string) => console.log(line);
  const allowedOrigins = values['allow-origin'];
  const { host } = values;
  const port = Number(values.port);
  const emulator = await createEmulator({ port, host, allowedOrigins, people, log });
  console.log(startupBanner(emulator.origin, { people, allowedOrigins }));
} catch (error) {
  console.error(`${values.seed ?? 'emulator'}: ${error instanceof Error ? error.message : error}`);
  process.exitCode = 1;
}
