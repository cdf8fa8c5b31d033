#!/usr/bin/env node
import { readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createEmulator } from './server.ts';
import { startupBanner } from './startup-banner.ts';

const options = {
  port: { type: 'string', default: '4010' },
  seed: { type: 'string' },
  host: { type: 'string' },
  'allow-origin': { type: 'string', multiple: true },
  https: { type: 'boolean' },
} as const;

function readArguments() {
  try {
    return parseArgs({ options }).values;
  } catch (error) {
    const names = Object.keys(options).map((name) => `--${name}`);
    const [problem] = String(error instanceof Error ? error.message : error).split('. ');
    console.error(`stytch-emulator: ${problem}. The options are ${names.join(', ')}.`);
    process.exit(1);
  }
}

const values = readArguments();
try {
  // The reader of YAML is loaded when a file needs it, so that a start without one takes less time.
  const people =
    values.seed === undefined
      ? undefined
      : (await import('./store/seed/people-file.ts')).readPeople(readFileSync(values.seed, 'utf8'));
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
  console.error(`${values.seed ?? 'emulator'}: ${error instanceof Error ? error.message : error}`);
  process.exitCode = 1;
}
