import { type Checked, isBoolean, matching, recordOf } from '#machines/rules/checks.ts';

const CHECKS = {
  publicToken: matching(/^public-token-/),
  emulated: isBoolean,
};
const isEnv = recordOf(CHECKS);

/** The settings of a build. */
export type Env = Checked<typeof isEnv>;

/**
 * Reads and validates the settings that the build was made with.
 *
 * @throws an error that names each missing or invalid setting
 */
export function readEnv(): Env {
  const env: Readonly<Record<keyof typeof CHECKS, unknown>> = {
    publicToken: import.meta.env.VITE_STYTCH_PUBLIC_TOKEN,
    emulated: import.meta.env.VITE_EMULATOR,
  };
  if (isEnv(env)) return env;
  const invalid = Object.entries(CHECKS).filter(([name, check]) => !check(Reflect.get(env, name)));
  throw new Error(`This build is not configured: ${invalid.map(([name]) => name).join(', ')}.`);
}
