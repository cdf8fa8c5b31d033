import type { ProjectSettings } from '../project-settings.ts';

const UPDATES_OF_SELF = [
  'update.info.name',
  'update.info.untrusted_metadata',
  'update.info.mfa-phone',
  'update.info.delete.mfa-phone',
];

/** The resources that every project has, with their actions as the provider's backend SDK and Admin Portal list them. */
const DEFAULT_RESOURCES = [
  {
    resource_id: 'stytch.organization',
    description: 'The organization.',
    actions: [
      'update.info.name',
      'update.info.slug',
      'update.info.untrusted_metadata',
      'update.info.email_jit_provisioning',
      'update.info.logo_url',
      'update.info.email_invites',
      'update.info.allowed_domains',
      'update.info.default_sso_connection',
      'update.info.sso_jit_provisioning',
      'update.info.mfa_policy',
      'update.info.implicit_roles',
      'delete',
    ],
  },
  {
    resource_id: 'stytch.member',
    description: 'All members of the organization.',
    actions: [
      'create',
      ...UPDATES_OF_SELF,
      'update.settings.is-breakglass',
      'update.settings.mfa_enrolled',
      'update.settings.roles',
      'search',
      'delete',
    ],
  },
  {
    resource_id: 'stytch.sso',
    description: 'The SSO connections of the organization.',
    actions: ['create', 'update', 'delete'],
  },
  {
    resource_id: 'stytch.scim',
    description: 'The SCIM connection of the organization.',
    actions: ['create', 'get', 'update', 'delete'],
  },
  {
    resource_id: 'stytch.self',
    description: 'The signed-in member.',
    actions: [
      ...UPDATES_OF_SELF,
      'update.info.delete.password',
      'update.settings.mfa_enrolled',
      'delete',
    ],
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
