import type { ProjectSettings } from '../project-settings.ts';

/** The actions that a member needs to change herself or, on `stytch.member`, another one. */
const MEMBER_ACTIONS = [
  'update.info.name',
  'update.info.untrusted-metadata',
  'update.info.mfa-phone',
  'update.info.delete.mfa-phone',
  'update.info.delete.mfa-totp',
  'update.info.delete.password',
  'update.settings.mfa-enrolled',
  'update.settings.default-mfa-method',
  'revoke-sessions',
  'delete',
];

/** The resources that every project has, with their actions as the provider's backend SDK and Admin Portal list them. */
const DEFAULT_RESOURCES = [
  {
    resource_id: 'stytch.organization',
    description: 'The organization.',
    actions: [
      'update.info.name',
      'update.info.slug',
      'update.info.logo-url',
      'update.settings.allowed-auth-methods',
      'update.settings.allowed-domains',
      'update.settings.allowed-mfa-methods',
      'update.settings.allowed-oauth-tenants',
      'update.settings.default-sso-connection',
      'update.settings.email-invites',
      'update.settings.email-jit-provisioning',
      'update.settings.implicit-roles',
      'update.settings.mfa-policy',
      'update.settings.oauth-tenant-jit-provisioning',
      'update.settings.sso-jit-provisioning',
      'delete',
    ],
  },
  {
    resource_id: 'stytch.member',
    description: 'All members of the organization.',
    actions: [
      'create',
      'search',
      ...MEMBER_ACTIONS,
      'update.info.email',
      'update.settings.is-breakglass',
      'update.settings.roles',
    ],
  },
  {
    resource_id: 'stytch.sso',
    description: 'The SSO connections of the organization.',
    actions: ['create', 'get', 'update', 'delete'],
  },
  {
    resource_id: 'stytch.scim',
    description: 'The SCIM connection of the organization.',
    actions: ['create', 'get', 'update', 'delete'],
  },
  {
    resource_id: 'stytch.self',
    description: 'The signed-in member.',
    actions: MEMBER_ACTIONS,
  },
];

/** Returns the access policy of a new project: the default resources, and the two default roles with all of them. */
export function defaultRbacPolicy(): NonNullable<ProjectSettings['rbac_policy']> {
  return {
    roles: [
      {
        role_id: 'stytch_member',
        description: 'Every member of an organization.',
        permissions: [{ resource_id: 'stytch.self', actions: ['*'] }],
      },
      {
        role_id: 'stytch_admin',
        description: 'The creator of an organization, and whoever gets the role.',
        permissions: DEFAULT_RESOURCES.map(({ resource_id }) => ({ resource_id, actions: ['*'] })),
      },
    ],
    resources: DEFAULT_RESOURCES,
    scopes: [],
  };
}
