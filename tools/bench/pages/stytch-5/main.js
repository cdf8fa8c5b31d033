import { AuthFlowType, Products, StytchB2BUIClient } from 'stytch-5/b2b';
import { endpoints, PUBLIC_TOKEN, settings } from '../stytch-settings.js';

const client = new StytchB2BUIClient(PUBLIC_TOKEN, { endpoints });
client.mount({
  elementId: '#root',
  config: { ...settings, authFlowType: AuthFlowType.Discovery, products: [Products.oauth] },
});
