import { storedSignInOf } from '#machines/auth/auth.context.ts';
import type { AuthSnapshot } from '#machines/auth/auth.view.ts';
import { TYPED_IN_STEP_UP } from '#machines/auth-cases/fixtures.ts';
import * as secondFactor from '#machines/auth-cases/second-factor-cases.ts';

/** What a person types, which the machine never keeps. */
const TYPED = Object.values({
  ...TYPED_IN_STEP_UP,
  ...secondFactor.TYPED_IN_SECOND_FACTOR,
});

/** What only the enrolment shows. */
const SHOWN = Object.values(secondFactor.ENROLMENT_SECRETS).flat();

/** Finds secrets in a snapshot, and in the events emitted with it, where there must be none (R13.9). */
export function leakedSecrets({ context }: AuthSnapshot, emitted: readonly unknown[]) {
  const kept = [emitted, storedSignInOf(context)];
  return [
    ...secretsIn([context, kept], TYPED),
    ...secretsIn([{ ...context, enrolment: null }, kept], SHOWN),
  ];
}

/** The secrets in the strings of a value. Its numbers do not count: a time may contain the digits of a code. */
function secretsIn(value: unknown, secrets: readonly string[]): readonly string[] {
  const isIn = (text: string) => secrets.filter((secret) => text.includes(secret));
  if (isIn(JSON.stringify(value)).length === 0) return [];
  return isIn(JSON.stringify(value, (_, part) => (typeof part === 'number' ? 0 : part)));
}
