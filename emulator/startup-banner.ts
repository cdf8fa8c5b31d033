import { seedAccounts } from './store/seed/seed.ts';

/** What the terminal says at the start: where the emulator is, and who can sign in. */
export function startupBanner(origin: string): string {
  const accounts = seedAccounts().map(({ email, note }) => `    ${email.padEnd(22)} ${note}`);
  return [
    '',
    '  Local emulator of the sign-in provider',
    `    console and inbox      ${origin}/_emulator`,
    '',
    '  Who can sign in',
    ...accounts,
    '',
  ].join('\n');
}
