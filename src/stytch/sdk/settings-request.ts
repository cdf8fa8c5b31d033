import { SDK_PREFIX, SETTINGS_PATH, telemetryHeader } from '#machines/rules/provider-api.ts';
import { cookieNames, readCookie } from '../session/cookies.ts';

const SDK = { identifier: 'Stytch.js Javascript SDK', version: '5.32.0' };

/**
 * Builds the request for the project's settings, with the headers of every other call of the SDK (R14.1).
 *
 * @param origin the origin of the provider
 */
export function settingsRequest(
  publicToken: string,
  origin: string,
): { readonly url: string; readonly init: RequestInit } {
  const session = readCookie(cookieNames(publicToken).session) ?? '';
  // A header carries no other characters.
  const credentials = `${publicToken}:${/^[!-9;-~]+$/.test(session) ? session : publicToken}`;
  return {
    url: origin + SDK_PREFIX + SETTINGS_PATH + publicToken,
    init: {
      // The provider does not need the address of the page, which could contain a token.
      referrerPolicy: 'strict-origin',
      headers: {
        authorization: `Basic ${btoa(credentials)}`,
        'x-sdk-client': telemetryHeader(window.location.hostname, SDK),
      },
    },
  };
}
