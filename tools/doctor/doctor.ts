import { loadEnv } from 'vite';
import { runDoctor } from './run-doctor.ts';

const env = loadEnv('production', process.cwd(), 'VITE_');
process.exitCode = await runDoctor(process.argv.slice(2), env, (line) => console.log(line));
