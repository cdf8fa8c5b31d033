const { origin } = window.location;

/** The public token of the emulated project (`packages/stytch-emulator/emulated-project.ts`). */
export const PUBLIC_TOKEN = 'public-token-test-0e0e0e0e-1111-4222-8333-444444444444';

/** The emulator on this origin is the provider. */
export const endpoints = {
  testAPIURL: origin,
  liveAPIURL: origin,
  dfpBackendURL: origin,
  clientsideServicesIframeURL: 'about:blank',
};

/** One Google button, as Charter has it. */
export const settings = {
  sessionOptions: { sessionDurationMinutes: 1440 },
  oauthOptions: { providers: ['google'], discoveryRedirectURL: `${origin}/discovery` },
};
