import { codeOf } from '../report.ts';

/** The database did not answer: the same request may succeed in a moment. */
export class DatabaseUnavailable extends Error {}

type Failure = 'unavailable' | 'conflict' | 'invalid';

/** By the beginning of an SQLSTATE: a lost connection, a cancelled or repeatable transaction, a server that stops. */
const FAILURES: Readonly<Record<string, Failure>> = {
  '08': 'unavailable',
  '40': 'unavailable',
  '53': 'unavailable',
  '55P03': 'unavailable',
  '57': 'unavailable',
  '22': 'invalid',
  '23505': 'conflict',
  '23503': 'invalid',
  '23514': 'invalid',
};

/**
 * Says what a failure means for the request: `unavailable` may be tried again; `conflict` is a unique value that
 * another row has; `invalid` is a value that a type, a foreign key or a check refuses. `null` is no such failure: a
 * mistake.
 */
export function failureOf(error: unknown): Failure | null {
  if (error instanceof DatabaseUnavailable) return 'unavailable';
  const code = codeOf(error);
  const prefix = Object.keys(FAILURES).find(
    (each) => /^[\dA-Z]{5}$/.test(code) && code.startsWith(each),
  );
  return FAILURES[prefix ?? ''] ?? null;
}
