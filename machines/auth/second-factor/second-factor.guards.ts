import { hasIntermediate } from '../auth.guards.ts';
import type { Scope } from '../auth.types.ts';

/** The guards of the second factor, by the names that the chart shows. */
export const secondFactorGuards = {
  hasSecondFactor: ({ context }: Scope) =>
    context.secondFactor !== null && hasIntermediate({ context }),
  /** The member must set up an authenticator app. */
  mustEnrol: ({ context }: Scope) => context.secondFactor?.factor === 'enrolment',
  /** The organization accepts no second factor that this product offers. */
  factorIsUnsupported: ({ context }: Scope) => context.secondFactor?.factor === 'unsupported',
} as const;
