interface ImportMetaEnv {
  /** The provider's public token; of the local emulator when the build is emulated. */
  readonly VITE_STYTCH_PUBLIC_TOKEN: string;
  /** The host or origin that receives the provider's calls; the page reads `PROVIDER_ORIGIN`. */
  readonly VITE_STYTCH_DOMAIN?: string;
  /** Whether the provider is the emulator on this machine. */
  readonly VITE_EMULATOR: boolean;
  /** The origin of the provider; empty when it is the emulator, on the page's own. */
  readonly PROVIDER_ORIGIN: string;
  /** The security checks whose scripts the build allows: `captcha`, `fingerprinting`, or both with a comma. */
  readonly VITE_SECURITY_CHECKS?: string;
  /** The key of the PostHog project; analytics is off without it. */
  readonly VITE_POSTHOG_KEY?: string;
  /** Where PostHog collects; by default its cloud in the United States. */
  readonly VITE_POSTHOG_HOST?: string;
  /** The address of Sentry; error reports are off without it. */
  readonly VITE_SENTRY_DSN?: string;
  /** `off` leaves the statechart page out. */
  readonly VITE_CHART?: string;
  /** The name of this build in error reports. */
  readonly VITE_RELEASE?: string;
}
