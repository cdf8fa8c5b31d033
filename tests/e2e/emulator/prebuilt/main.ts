import { EMULATOR_PUBLIC_TOKEN } from '#emulator/emulated-project.ts';

/** The provider's newest prebuilt screens, of the package that the test has chosen, on the emulator of this origin. */
const { origin } = window.location;
const endpoints = {
  testAPIURL: origin,
  liveAPIURL: origin,
  dfpBackendURL: origin,
  clientsideServicesIframeURL: 'about:blank',
};
const options: object = { endpoints };
const discoveryRedirectURL = `${origin}/discovery`;
const settings = {
  sessionOptions: { sessionDurationMinutes: 60 },
  emailMagicLinksOptions: { discoveryRedirectURL },
  oauthOptions: { providers: ['google' as const], discoveryRedirectURL },
};

const packages: Readonly<Record<string, (root: Element) => Promise<void>>> = {
  async '@stytch/vanilla-js'(root) {
    const sdk = await import('stytch-next/b2b');
    const { oauth, emailMagicLinks, emailOtp } = sdk.B2BProducts;
    customElements.define('prebuilt-screens', sdk.StytchB2B);
    const screens = new sdk.StytchB2B();
    root.append(screens);
    screens.render({
      client: sdk.createStytchB2BClient(EMULATOR_PUBLIC_TOKEN, options),
      config: {
        ...settings,
        authFlowType: sdk.AuthFlowType.Discovery,
        products: [oauth, emailMagicLinks, emailOtp],
      },
    });
  },
  async '@stytch/react'(root) {
    const { createElement } = await import('react');
    const { createRoot } = await import('react-dom/client');
    const sdk = await import('@stytch/react/b2b');
    const { oauth, emailMagicLinks, emailOtp } = sdk.B2BProducts;
    const screens = createElement(sdk.StytchB2B, {
      config: {
        ...settings,
        authFlowType: sdk.AuthFlowType.Discovery,
        products: [oauth, emailMagicLinks, emailOtp],
      },
    });
    const stytch = sdk.createStytchB2BClient(EMULATOR_PUBLIC_TOKEN, options);
    createRoot(root).render(createElement(sdk.StytchB2BProvider, { stytch }, screens));
  },
};

const root = document.querySelector('#stytch');
const render = packages[localStorage.getItem('package') ?? ''];
if (root === null || render === undefined) throw new Error('The test has chosen no package.');
await render(root);
