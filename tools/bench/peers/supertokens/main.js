import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import SuperTokens, { SuperTokensWrapper } from 'supertokens-auth-react';
import Session from 'supertokens-auth-react/recipe/session';
import ThirdParty, { Google } from 'supertokens-auth-react/recipe/thirdparty';
import { ThirdPartyPreBuiltUI } from 'supertokens-auth-react/recipe/thirdparty/prebuiltui';
import { AuthPage } from 'supertokens-auth-react/ui';

const { origin } = window.location;

SuperTokens.init({
  appInfo: {
    appName: 'Benchmark',
    apiDomain: origin,
    websiteDomain: origin,
    apiBasePath: '/auth',
    websiteBasePath: '/',
  },
  recipeList: [
    ThirdParty.init({ signInAndUpFeature: { providers: [Google.init()] } }),
    Session.init(),
  ],
});
createRoot(document.querySelector('#root')).render(
  createElement(
    SuperTokensWrapper,
    null,
    createElement(AuthPage, { preBuiltUIList: [ThirdPartyPreBuiltUI] }),
  ),
);
