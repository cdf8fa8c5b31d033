interface ImportMetaEnv {
  /** The provider's public token; of the local emulator when the build is emulated. */
  readonly VITE_STYTCH_PUBLIC_TOKEN: string;
  /** Whether the provider is the emulator on this machine. */
  readonly VITE_EMULATOR: boolean;
  /** Where the terms of use are; by default a static page of the product. */
  readonly VITE_TERMS_URL?: string;
}
