/** The settings of a build. */
export interface Env {
  readonly publicToken: string;
  /** The origin of the provider, without a trailing slash. */
  readonly providerOrigin: string;
  /** Whether the provider is the emulator on this machine. */
  readonly emulated: boolean;
}

/**
 * Reads the settings that the build was made with.
 *
 * @throws when the public token has not the form of one
 */
export function readEnv(): Env {
  const publicToken = import.meta.env.VITE_STYTCH_PUBLIC_TOKEN;
  if (!/^public-token-/.test(publicToken)) {
    throw new Error('This build is not configured: VITE_STYTCH_PUBLIC_TOKEN.');
  }
  return {
    publicToken,
    providerOrigin: import.meta.env.PROVIDER_ORIGIN || window.location.origin,
    emulated: import.meta.env.VITE_EMULATOR,
  };
}
