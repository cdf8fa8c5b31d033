import { bootstrapRoutes } from './bootstrap.ts';
import { discoveryRoutes } from './discovery.ts';
import { identityProviderRoutes } from './identity-provider.ts';
import { impersonationRoutes } from './impersonation.ts';
import { magicLinkRoutes } from './magic-links.ts';
import { oauthRoutes } from './oauth.ts';
import { oneTapRoutes } from './one-tap.ts';
import { organizationEmailRoutes } from './organization-email.ts';
import { otpRoutes } from './otps.ts';
import { recoveryCodeRoutes } from './recovery-codes.ts';
import type { Route } from './route.ts';
import { searchRoutes } from './search.ts';
import { sessionRoutes } from './sessions.ts';
import { totpRoutes } from './totp.ts';

/** Every call the emulator answers under /sdk/v1: what is served, documented and tested. */
export function providerRoutes(publicToken: string): Route[] {
  return [
    ...bootstrapRoutes(publicToken),
    ...oauthRoutes,
    ...oneTapRoutes,
    ...discoveryRoutes,
    ...otpRoutes,
    ...magicLinkRoutes,
    ...organizationEmailRoutes,
    ...totpRoutes,
    ...recoveryCodeRoutes,
    ...impersonationRoutes,
    ...sessionRoutes,
    ...identityProviderRoutes,
    ...searchRoutes,
  ];
}
