import { seededPeople } from './store/seed/seed.ts';

/** What the terminal says at the start: where the emulator is, and who can sign in. */
export function greeting(origin: string): string {
  const people = seededPeople().map(({ email, note }) => `    ${email.padEnd(22)} ${note}`);
  return [
    '',
    '  Local emulator of the sign-in provider',
    `    console and inbox      ${origin}/_emulator`,
    '',
    '  Who can sign in',
    ...people,
    '',
  ].join('\n');
}
