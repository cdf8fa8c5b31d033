import { parseArgs } from 'node:util';
import { createEmulator } from './server.ts';
import { startupBanner } from './startup-banner.ts';

const { values } = parseArgs({
  options: { port: { type: 'string', default: '4010' }, seed: { type: 'string' } },
});
const emulator = await createEmulator({
  port: Number(values.port),
  seed: values.seed,
  log: (line) => console.log(line),
});
console.log(startupBanner(emulator.origin));
