import { AuthFlowType, B2BProducts, createStytchB2BClient, StytchB2B } from 'stytch-6/b2b';

/** The emulator, on another origin. */
const provider = import.meta.env.PROVIDER_ORIGIN;

const client = createStytchB2BClient(import.meta.env.PUBLIC_TOKEN, {
  endpoints: {
    testAPIURL: provider,
    liveAPIURL: provider,
    dfpBackendURL: provider,
    clientsideServicesIframeURL: 'about:blank',
  },
});

customElements.define('sign-in-screen', StytchB2B);
const screen = new StytchB2B();
document.querySelector('#root').append(screen);
// One Google button, as Charter has it.
screen.render({
  client,
  config: {
    authFlowType: AuthFlowType.Discovery,
    products: [B2BProducts.oauth],
    sessionOptions: { sessionDurationMinutes: 1440 },
    oauthOptions: {
      providers: ['google'],
      discoveryRedirectURL: `${window.location.origin}/discovery`,
    },
  },
});
