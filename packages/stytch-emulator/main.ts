#!/usr/bin/env node
import { readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createEmulator } from './server.ts';
import { startupBanner } from './startup-banner.ts';
import type { People } from './store/seed/people.ts';

/** Reads a file of people. The reader of YAML is loaded only here, so that a start without one takes less time. */
async function readSeed(path: string): Promise<People> {
  const { readPeople } = await import('./store/seed/people-file.ts');
  try {
    return readPeople(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new Error(`${path}: ${error instanceof Error ? error.message : error}`);
  }
}

// The first process of a container ends by a signal only if it listens for it.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit());

try {
  const { values } = parseArgs({
    options: {
      port: { type: 'string', default: '4010' },
      seed: { type: 'string' },
      host: { type: 'string' },
      'allow-origin': { type: 'string', multiple: true },
      https: { type: 'boolean' },
    },
  });
  const people = values.seed === undefined ? undefined : await readSeed(values.seed);
  const log = (line: string) => console.log(line);
  const allowedOrigins = values['allow-origin'];
  const { https, host } = values;
  const port = Number(values.port);
  const emulator = await createEmulator({ port, host, https, allowedOrigins, people, log });
  const certificate = join(tmpdir(), `stytch-emulator-${emulator.port}.pem`);
  if (emulator.certificate !== null) writeFileSync(certificate, emulator.certificate);
  console.log(
    startupBanner(emulator.origin, {
      people,
      allowedOrigins,
      ...(emulator.certificate !== null && { certificate }),
    }),
  );
} catch (error) {
  console.error(`stytch-emulator: ${error instanceof Error ? error.message : error}`);
  process.exitCode = 1;
}
