import { otpRoutes } from './email/email-otp.ts';
import { magicLinkRoutes } from './email/magic-links.ts';
import type { Route } from './http/route.ts';
import { memberRoutes } from './members/members.ts';
import { memberSearchRoutes } from './members/search.ts';
import { connectedAppRoutes } from './oauth/connected-apps.ts';
import { oneTapRoutes } from './oauth/google-one-tap.ts';
import { oauthRoutes } from './oauth/oauth.ts';
import { discoveryRoutes } from './organizations/discovery.ts';
import { organizationRoutes } from './organizations/organizations.ts';
import { projectRoutes } from './project.ts';
import { recoveryCodeRoutes } from './second-factor/recovery-codes.ts';
import { totpRoutes } from './second-factor/totp.ts';
import { impersonationRoutes } from './sessions/impersonation.ts';
import { sessionRoutes } from './sessions/sessions.ts';
import { ssoRoutes } from './sso.ts';
import { ssoConnectionRoutes } from './sso-connections.ts';

/** Every operation of the provider. Of two paths that match, the first one counts. */
export const providerRoutes: readonly Route[] = [
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
  ...memberRoutes,
  ...memberSearchRoutes,
  ...organizationRoutes,
  ...ssoRoutes,
  ...ssoConnectionRoutes,
  ...projectRoutes,
];
