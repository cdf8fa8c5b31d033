import { hasIntermediate } from '../auth.guards.ts';
import type { Scope } from '../auth.types.ts';
import type { Requirement } from './second-factor.types.ts';

/** The guards of the second factor, by the names that the chart shows. */
export const secondFactorGuards = {
  hasSecondFactor: ({ context }: Scope) =>
    context.secondFactor !== null && hasIntermediate({ context }),
  factorIs: ({ context }: Scope, factor: Requirement['factor']) =>
    context.secondFactor?.factor === factor,
} as const;
