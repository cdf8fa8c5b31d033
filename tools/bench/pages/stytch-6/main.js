import { AuthFlowType, B2BProducts, createStytchB2BClient, StytchB2B } from 'stytch-6/b2b';
import { endpoints, PUBLIC_TOKEN, settings } from '../stytch-settings.js';

customElements.define('sign-in-screen', StytchB2B);
const screen = new StytchB2B();
document.querySelector('#root').append(screen);
screen.render({
  client: createStytchB2BClient(PUBLIC_TOKEN, { endpoints }),
  config: { ...settings, authFlowType: AuthFlowType.Discovery, products: [B2BProducts.oauth] },
});
