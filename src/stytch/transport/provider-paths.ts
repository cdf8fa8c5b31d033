/** The provider's origins, for test and for live projects. */
export const TEST_ORIGIN = 'https://test.stytch.com';
export const LIVE_ORIGIN = 'https://api.stytch.com';

/** The path under which all endpoints lie (R14.1). */
export const SDK_PREFIX = '/sdk/v1';

/** The path of the project's settings, which ends in the public token. */
export const SETTINGS_PATH = '/projects/bootstrap/';

/** The paths of the calls that the transport treats apart. */
export const REFRESH_PATH = '/b2b/sessions/authenticate';
export const REVOKE_PATH = '/b2b/sessions/revoke';
