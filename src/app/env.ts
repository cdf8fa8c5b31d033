/** The settings of a build. */
export interface Env {
  readonly publicToken: string;
  /** The origin of the provider, without a trailing slash. */
  readonly providerOrigin: string;
  /** Whether the provider is the emulator on this machine. */
  readonly emulated: boolean;
}

/** Reads the settings that the build was made with. */
export function readEnv(): Env {
  return {
    publicToken: import.meta.env.VITE_STYTCH_PUBLIC_TOKEN,
    providerOrigin: import.meta.env.PROVIDER_ORIGIN || window.location.origin,
    emulated: import.meta.env.VITE_EMULATOR,
  };
}
