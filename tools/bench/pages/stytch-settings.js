/** The emulator, on another origin. */
const provider = import.meta.env.PROVIDER_ORIGIN;

/** The public token of the emulated project (`packages/stytch-emulator/emulated-project.ts`). */
export const PUBLIC_TOKEN = 'public-token-test-0e0e0e0e-1111-4222-8333-444444444444';

export const endpoints = {
  testAPIURL: provider,
  liveAPIURL: provider,
  dfpBackendURL: provider,
  clientsideServicesIframeURL: 'about:blank',
};

/** One Google button, as Charter has it. */
export const settings = {
  sessionOptions: { sessionDurationMinutes: 1440 },
  oauthOptions: {
    providers: ['google'],
    discoveryRedirectURL: `${window.location.origin}/discovery`,
  },
};
