import { parseArgs } from 'node:util';
import { readSecurityChecks } from '#src/stytch/sdk/security-check-scripts.ts';
import { examine, type Finding, type Subject } from './examine.ts';

const USAGE =
  'Usage: npm run doctor -- --origin https://your.host [--organization SLUG] [--emulator http://127.0.0.1:4010]';

const NO_TOKEN =
  'VITE_STYTCH_PUBLIC_TOKEN is not set: put your project’s public token into the environment or into .env.local.';

/** What only the dashboard, or a sign-in, can tell. */
const UNKNOWN = [
  'without --organization: whether Google may lead to /authenticate with the types Login and Signup',
  'whether the project sets HttpOnly cookies: the product must read them, so leave that off (docs/security.md)',
  'whether the Google client’s consent screen is published, and whose accounts it lets in',
  'whether links by e-mail may lead to the /discovery address, and whether mails arrive',
  'whether e-mailed codes and links are turned on in the SDK configuration',
  'which methods and second factors each organization allows, and the longest session',
  'whether the site itself sends the headers and answers the two callback paths',
];

/** The exit codes: nothing to change, something to change, or nothing could be asked. */
const EXIT = { ok: 0, change: 1, unknown: 2 } as const;

const MARKS = { ok: '✓', change: '✗', unknown: '?' } as const;

/**
 * Prints a checklist of the project whose public token the build would use.
 *
 * @param args the arguments of the command
 * @param env the build's `VITE_` settings
 * @param print prints a line
 * @param timeout milliseconds after which a question to the provider is given up
 * @returns the exit code
 */
export async function runDoctor(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  print: (line: string) => void,
  timeout = 10_000,
): Promise<number> {
  const given = readArguments(args, env);
  if (typeof given === 'string') {
    print(given);
    return EXIT.unknown;
  }
  return printReport(await examine({ ...given, timeout }), print);
}

function readArguments(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Omit<Subject, 'timeout'> | string {
  const { VITE_STYTCH_PUBLIC_TOKEN: publicToken = '' } = env;
  try {
    const checks = readSecurityChecks(env.VITE_SECURITY_CHECKS ?? '');
    const { values } = parseArgs({
      args: [...args],
      options: {
        origin: { type: 'string', default: '' },
        organization: { type: 'string' },
        emulator: { type: 'string' },
      },
    });
    const site = new URL(values.origin);
    if (site.href !== `${site.origin}/`) return USAGE;
    if (publicToken === '') return NO_TOKEN;
    return {
      publicToken,
      site: site.origin,
      organization: values.organization ?? null,
      domain: env.VITE_STYTCH_DOMAIN ?? '',
      emulator: values.emulator === undefined ? null : new URL(values.emulator).origin,
      checks,
    };
  } catch (error) {
    return error instanceof RangeError ? error.message : USAGE;
  }
}

function printReport(findings: readonly Finding[], print: (line: string) => void): number {
  for (const { check, verdict, text, remedy } of findings) {
    print(`${MARKS[verdict]} ${check}: ${text}`);
    if (verdict !== 'ok') print(`    → ${remedy}`);
  }
  if (findings.some(({ verdict }) => verdict === 'unknown')) return EXIT.unknown;
  print('\nNot to be known without an account:');
  for (const text of UNKNOWN) print(`? ${text}`);
  const changes = findings.filter(({ verdict }) => verdict === 'change').length;
  print(changes === 0 ? '\nNothing to change.' : `\n${changes} to change.`);
  return changes === 0 ? EXIT.ok : EXIT.change;
}
