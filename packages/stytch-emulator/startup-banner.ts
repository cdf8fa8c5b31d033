import { seedAccounts } from './store/seed/seed.ts';

/** Returns the text for the terminal: the address of the console, and the accounts of the seed. */
export function startupBanner(origin: string): string {
  const accounts = seedAccounts().map(({ email, note }) => `    ${email.padEnd(22)} ${note}`);
  return [
    '',
    '  Local emulator of the authentication provider',
    `    console and inbox      ${origin}/_emulator`,
    '',
    '  Accounts that can sign in',
    ...accounts,
    '',
  ].join('\n');
}
