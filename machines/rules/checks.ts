/** Checks a value of unknown origin. It loads before Google, where Valibot would add a twentieth. */
export type Check<Type> = (value: unknown) => value is Type;

/** The type that a check accepts. */
export type Checked<Function> = Function extends Check<infer Type> ? Type : never;

export const isString: Check<string> = (value) => typeof value === 'string';
export const isText: Check<string> = (value): value is string => isString(value) && value !== '';
export const isBoolean: Check<boolean> = (value) => typeof value === 'boolean';
export const isFiniteNumber: Check<number> = (value): value is number => Number.isFinite(value);

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

/** A text that matches a pattern. */
export function matching(pattern: RegExp): Check<string> {
  return (value): value is string => isString(value) && pattern.test(value);
}

/** A value that may be missing. `null` says the same, whoever sends it. */
export function nothingOr<Type>(check: Check<Type>): Check<Type | null | undefined> {
  return (value): value is Type | null | undefined => value == null || check(value);
}

export function listOf<Type>(check: Check<Type>): Check<readonly Type[]> {
  return (value): value is readonly Type[] => Array.isArray(value) && value.every(check);
}

/** An object with these fields, and any others. */
export function recordOf<Fields>(
  checks: {
    readonly [Name in keyof Fields]: Check<Fields[Name]>;
  },
): Check<Readonly<Fields>> {
  return (value): value is Readonly<Fields> =>
    isRecord(value) &&
    Object.entries<Check<unknown>>(checks).every(([name, check]) => check(value[name]));
}
