/** The settings of a build. */
export interface Env {
  readonly publicToken: string;
  /** Whether the provider is the emulator on this machine. */
  readonly emulated: boolean;
}

/**
 * Reads the settings that the build was made with.
 *
 * @throws when the public token has not the form of one
 */
export function readEnv(): Env {
  const { VITE_STYTCH_PUBLIC_TOKEN: publicToken, VITE_EMULATOR: emulated } = import.meta.env;
  if (/^public-token-/.test(publicToken)) return { publicToken, emulated };
  throw new Error('This build is not configured: VITE_STYTCH_PUBLIC_TOKEN.');
}
