import { parseArgs } from 'node:util';
import { readSecurityChecks } from '#src/stytch/sdk/security-check-scripts.ts';
import { examine, type Finding, type Report, type Subject } from './examine.ts';

const USAGE =
  'Usage: npm run doctor -- --origin https://your.host [--organization SLUG] [--accept CHECK]… [--emulator http://127.0.0.1:4010]';

const NO_TOKEN =
  'VITE_STYTCH_PUBLIC_TOKEN is not set: put your project’s public token into the environment or into .env.local.';

/** What only the dashboard, or a sign-in, can tell. */
const UNKNOWN = [
  'whether the Google client’s consent screen is published, and whose accounts it lets in',
  'whether links by e-mail may lead to the /discovery address, and whether mails arrive',
  'whether e-mailed codes and links are turned on in the SDK configuration',
  'which methods and second factors each organization allows, and the longest session',
  'whether the site itself sends the headers and answers the two callback paths',
];

/** The exit codes: nothing to change, something to change, or nothing could be asked. */
const EXIT = { ok: 0, change: 1, unknown: 2 } as const;

const MARKS = { ok: '✓', change: '✗', note: '·' } as const;

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
  const report = await examine({ ...given.subject, timeout });
  return printReport(report, given.accepted, print);
}

function readArguments(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): { subject: Omit<Subject, 'timeout'>; accepted: readonly string[] } | string {
  const { VITE_STYTCH_PUBLIC_TOKEN: publicToken = '' } = env;
  try {
    const checks = readSecurityChecks(env.VITE_SECURITY_CHECKS ?? '');
    const { values } = parseArgs({
      args: [...args],
      options: {
        origin: { type: 'string', default: '' },
        organization: { type: 'string' },
        accept: { type: 'string', multiple: true, default: [] },
        emulator: { type: 'string' },
      },
    });
    const site = new URL(values.origin);
    if (site.href !== `${site.origin}/`) return USAGE;
    if (publicToken === '') return NO_TOKEN;
    const subject = {
      publicToken,
      site: site.origin,
      organization: values.organization ?? null,
      emulator: values.emulator === undefined ? null : new URL(values.emulator).origin,
      checks,
    };
    return { subject, accepted: values.accept };
  } catch (error) {
    return error instanceof RangeError ? error.message : USAGE;
  }
}

function printReport(
  { findings, unreachable }: Report,
  accepted: readonly string[],
  print: (line: string) => void,
): number {
  const judged = findings.map((finding): Finding => {
    const isAccepted = finding.verdict === 'change' && accepted.includes(finding.check);
    return isAccepted ? { ...finding, verdict: 'note' } : finding;
  });
  for (const { check, verdict, text, remedy } of judged) {
    print(`${MARKS[verdict]} ${check}: ${text}`);
    if (verdict === 'change') print(`    → ${remedy}`);
  }
  if (unreachable !== null) {
    print(`The provider could not be asked: ${unreachable}. Check the network and try again.`);
    return EXIT.unknown;
  }
  print('\nNot to be known without an account:');
  for (const text of UNKNOWN) print(`? ${text}`);
  const changes = judged.filter(({ verdict }) => verdict === 'change').length;
  print(changes === 0 ? '\nNothing to change.' : `\n${changes} to change.`);
  return changes === 0 ? EXIT.ok : EXIT.change;
}
