import { Authenticator } from '@aws-amplify/ui-react';
import '@aws-amplify/ui-react/styles.css';
import { Amplify } from 'aws-amplify';
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';

const { origin, host } = window.location;

Amplify.configure({
  Auth: {
    Cognito: {
      userPoolId: 'eu-west-1_benchmark',
      userPoolClientId: 'benchmark',
      loginWith: {
        oauth: {
          domain: host,
          scopes: ['openid', 'email'],
          redirectSignIn: [`${origin}/`],
          redirectSignOut: [`${origin}/`],
          responseType: 'code',
        },
      },
    },
  },
});
createRoot(document.querySelector('#root')).render(
  createElement(Authenticator, { socialProviders: ['google'] }),
);
