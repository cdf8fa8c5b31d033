import { AuthFlowType, B2BProducts, createStytchB2BClient, StytchB2B } from 'stytch-next/b2b';
import { EMULATOR_PUBLIC_TOKEN } from '#emulator/emulated-project.ts';

/** The provider's newest prebuilt screens, connected to the emulator on this origin. */
const { origin } = window.location;
const endpoints = {
  testAPIURL: origin,
  liveAPIURL: origin,
  dfpBackendURL: origin,
  clientsideServicesIframeURL: 'about:blank',
};
const options: object = { endpoints };
const discoveryRedirectURL = `${origin}/discovery`;

customElements.define('prebuilt-screens', StytchB2B);
const screens = new StytchB2B();
document.querySelector('#stytch')?.append(screens);
screens.render({
  client: createStytchB2BClient(EMULATOR_PUBLIC_TOKEN, options),
  config: {
    authFlowType: AuthFlowType.Discovery,
    products: [B2BProducts.oauth, B2BProducts.emailMagicLinks, B2BProducts.emailOtp],
    sessionOptions: { sessionDurationMinutes: 60 },
    emailMagicLinksOptions: { discoveryRedirectURL },
    oauthOptions: { providers: ['google'], discoveryRedirectURL },
  },
});
