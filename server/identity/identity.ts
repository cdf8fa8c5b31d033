import { Problem } from '../http/problem.ts';
import type { Report } from '../report.ts';
import { isPermitted, readAccessPolicy } from './access-policy.ts';
import { cached, type Provider } from './provider.ts';
import { CLOCK_TOLERANCE, checkSession, readKeys } from './session.ts';

/** Tells who sends a request, and what the roles permit. */
export type Identity = ReturnType<typeof createIdentity>;

/** Keeps what the provider says about JWTs and roles (R16.6, R16.7). */
export function createIdentity(provider: Provider, report: Report) {
  const { maxAge } = provider;
  const keys = cached(
    async () => {
      const read = await readKeys(provider);
      report('clock', clockProblem(read.clockDifference));
      return read;
    },
    maxAge,
    (error) => report('keys of the provider', error),
  );
  const policy = cached(
    () => readAccessPolicy(provider),
    maxAge,
    (error) => report('access policy of the provider', error),
  );
  return {
    /** Resolves to `null` for a JWT that is not valid; rejects with 503 when the provider's keys were never read. */
    checkSession: async (jwt: string) => checkSession(provider, await keys().catch(cannotAsk), jwt),
    /** Rejects with 503 when the access policy was never read: nothing is permitted then. */
    isPermitted: async (held: readonly string[], resource: string, action: string) =>
      isPermitted(await policy().catch(cannotAsk), held, resource, action),
    /** Rejects when the keys or the access policy were never read. */
    ready: () => Promise.all([keys(), policy()]).catch(cannotAsk),
  };
}

function cannotAsk(cause: unknown): never {
  const problem = new Problem(503, 'The provider cannot be asked now.');
  problem.cause = cause;
  throw problem;
}

/** @param difference by how many milliseconds the provider's clock is ahead */
function clockProblem(difference: number): Error | null {
  const seconds = Math.round(difference / 1_000);
  if (Math.abs(seconds) <= CLOCK_TOLERANCE) return null;
  const side = seconds > 0 ? 'behind' : 'ahead of';
  return new Error(
    `The clock of this machine is ${Math.abs(seconds)} s ${side} the provider's: session JWTs are refused until it is set right.`,
  );
}
