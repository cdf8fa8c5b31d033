#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { readPeople } from './people-file.ts';
import { createEmulator } from './server.ts';
import { startupBanner } from './startup-banner.ts';

const { values } = parseArgs({
  options: { port: { type: 'string', default: '4010' }, seed: { type: 'string' } },
});

try {
  const people =
    values.seed === undefined ? undefined : readPeople(readFileSync(values.seed, 'utf8'));
  const log = (line: string) => console.log(line);
  const emulator = await createEmulator({ port: Number(values.port), people, log });
  console.log(startupBanner(emulator.origin, { people }));
} catch (error) {
  console.error(`${values.seed ?? 'emulator'}: ${error instanceof Error ? error.message : error}`);
  process.exitCode = 1;
}
