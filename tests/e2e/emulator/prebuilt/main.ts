import { AuthFlowType, B2BProducts, StytchB2BUIClient } from '@stytch/vanilla-js/b2b';
import { EMULATOR_PUBLIC_TOKEN } from '#emulator/emulated-project.ts';

/** The provider's prebuilt screen, connected to the emulator on this origin. */
const { origin } = window.location;
const endpoints = {
  testAPIURL: origin,
  liveAPIURL: origin,
  dfpBackendURL: origin,
  clientsideServicesIframeURL: 'about:blank',
};
const options: object = { endpoints };

new StytchB2BUIClient(EMULATOR_PUBLIC_TOKEN, options).mount({
  elementId: '#stytch',
  config: {
    authFlowType: AuthFlowType.Discovery,
    products: [B2BProducts.oauth],
    sessionOptions: { sessionDurationMinutes: 60 },
    oauthOptions: { providers: ['google'], discoveryRedirectURL: `${origin}/discovery` },
  },
});
