import { bootstrapRoutes } from './bootstrap.ts';
import { otpRoutes } from './email/email-otp.ts';
import { magicLinkRoutes } from './email/magic-links.ts';
import type { Route } from './http/route.ts';
import { connectedAppRoutes } from './oauth/connected-apps.ts';
import { oneTapRoutes } from './oauth/google-one-tap.ts';
import { oauthRoutes } from './oauth/oauth.ts';
import { discoveryRoutes } from './organizations/discovery.ts';
import { searchRoutes } from './organizations/search.ts';
import { recoveryCodeRoutes } from './second-factor/recovery-codes.ts';
import { totpRoutes } from './second-factor/totp.ts';
import { impersonationRoutes } from './sessions/impersonation.ts';
import { sessionRoutes } from './sessions/sessions.ts';

/** Every route under /sdk/v1. */
export function sdkRoutes(publicToken: string): Route[] {
  return [
    ...bootstrapRoutes(publicToken),
    ...oauthRoutes,
    ...oneTapRoutes,
    ...discoveryRoutes,
    ...otpRoutes,
    ...magicLinkRoutes,
    ...totpRoutes,
    ...recoveryCodeRoutes,
    ...impersonationRoutes,
    ...sessionRoutes,
    ...connectedAppRoutes,
    ...searchRoutes,
  ];
}
