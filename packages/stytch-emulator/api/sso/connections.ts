import * as v from 'valibot';
import { emailDomain } from '../../store/email-address.ts';
import type { SsoConnection, StoredOrganization } from '../../store/state.ts';
import { refusal } from '../http/provider-error.ts';
import { type Call, type Route, route } from '../http/route.ts';
import { activeConnections } from '../responses/api-objects.ts';
import { managedOrganization, requirePermission } from '../validation/permissions.ts';
import { checkEmail } from '../validation/request-fields.ts';

type Kind = SsoConnection['kind'];

/** The settings of each kind that the emulator keeps and returns, and those without which it stays pending. */
const SETTINGS: Record<Kind, { texts: readonly string[]; required: readonly string[] }> = {
  saml: {
    texts: ['idp_entity_id', 'idp_sso_url', 'acs_url', 'audience_uri'],
    required: ['idp_entity_id', 'idp_sso_url', 'x509_certificate'],
  },
  oidc: {
    texts: [
      ...['issuer', 'client_id', 'client_secret', 'authorization_url', 'token_url'],
      ...['userinfo_url', 'jwks_url', 'redirect_url', 'custom_scopes'],
    ],
    required: ['issuer', 'client_id', 'client_secret'],
  },
  external: { texts: ['external_organization_id', 'external_connection_id'], required: [] },
};

const LISTS = {
  saml: [
    ...['signing_certificates', 'verification_certificates', 'encryption_private_keys'],
    ...['saml_connection_implicit_role_assignments', 'saml_group_implicit_role_assignments'],
  ],
  oidc: [],
  external: [
    'external_connection_implicit_role_assignments',
    'external_group_implicit_role_assignments',
  ],
} as const;

const locator = { organization_id: v.optional(v.string()), connection_id: v.optional(v.string()) };
const names = { display_name: v.optional(v.string()), identity_provider: v.optional(v.string()) };
const fields = v.looseObject({ ...locator, ...names });

function connectionObject(organization: StoredOrganization, connection: SsoConnection) {
  const { kind, settings } = connection;
  return {
    ...Object.fromEntries(SETTINGS[kind].texts.map((name) => [name, ''])),
    ...Object.fromEntries(LISTS[kind].map((name) => [name, []])),
    attribute_mapping: {},
    ...settings,
    organization_id: organization.id,
    connection_id: connection.id,
    display_name: connection.displayName,
    identity_provider: connection.identityProvider,
    status: connection.status,
  };
}

function requireConnection({ ssoConnections }: StoredOrganization, id: string | undefined) {
  const connection = ssoConnections.find((each) => each.id === id);
  if (connection === undefined) throw refusal('sso_connection_not_found');
  return connection;
}

/** Changes a connection, which becomes active when it has the settings that its kind needs. */
function saveSettings(connection: SsoConnection, given: v.InferOutput<typeof fields>): void {
  const {
    organization_id: _,
    connection_id: __,
    display_name,
    identity_provider,
    ...settings
  } = given;
  connection.displayName = display_name ?? connection.displayName;
  connection.identityProvider = identity_provider ?? connection.identityProvider;
  Object.assign(connection.settings, settings);
  const isComplete = SETTINGS[connection.kind].required.every((name) => connection.settings[name]);
  connection.status = isComplete ? 'active' : 'pending';
}

function createConnection(call: Call, kind: Kind, input: v.InferOutput<typeof fields>) {
  const organization = managedOrganization(call, input.organization_id);
  requirePermission(call, 'stytch.sso', 'create');
  const connection: SsoConnection = {
    id: call.store.ids.next(`${kind}-connection-test`),
    kind,
    displayName: '',
    identityProvider: 'generic',
    status: 'pending',
    settings: {},
  };
  saveSettings(connection, input);
  organization.ssoConnections.push(connection);
  return { connection: connectionObject(organization, connection) };
}

function updateConnection(call: Call, kind: Kind, input: v.InferOutput<typeof fields>) {
  const organization = managedOrganization(call, input.organization_id);
  requirePermission(call, 'stytch.sso', 'update');
  const connection = requireConnection(organization, input.connection_id);
  if (connection.kind !== kind) throw refusal('sso_connection_not_found');
  saveSettings(connection, input);
  return { connection: connectionObject(organization, connection) };
}

const KINDS: readonly Kind[] = ['saml', 'oidc', 'external'];

export const ssoConnectionRoutes: Route[] = [
  ...KINDS.flatMap((kind) => [
    route({
      endpoint: `POST /b2b/sso/${kind}`,
      backend: `POST /b2b/sso/${kind}/:organization_id`,
      body: fields,
      handle: (call, input) => createConnection(call, kind, input),
    }),
    route({
      endpoint: `PUT /b2b/sso/${kind}/:connection_id`,
      backend: `PUT /b2b/sso/${kind}/:organization_id/connections/:connection_id`,
      body: fields,
      handle: (call, input) => updateConnection(call, kind, input),
    }),
  ]),
  route({
    endpoint: 'GET /b2b/sso',
    backend: 'GET /b2b/sso/:organization_id',
    body: v.looseObject(locator),
    handle(call, input) {
      const organization = managedOrganization(call, input.organization_id);
      requirePermission(call, 'stytch.sso', 'get');
      const ofKind = (kind: Kind) =>
        organization.ssoConnections
          .filter((connection) => connection.kind === kind)
          .map((connection) => connectionObject(organization, connection));
      return {
        saml_connections: ofKind('saml'),
        oidc_connections: ofKind('oidc'),
        external_connections: ofKind('external'),
      };
    },
  }),
  route({
    endpoint: 'GET /b2b/sso/discovery/connections',
    body: v.looseObject({ email_address: v.string() }),
    handle({ store }, input) {
      const email = checkEmail(input.email_address);
      const isOf = ({ id, emailAllowedDomains }: StoredOrganization) =>
        emailAllowedDomains.includes(emailDomain(email)) ||
        store.state.members.some((each) => each.organizationId === id && each.email === email);
      return { connections: store.state.organizations.filter(isOf).flatMap(activeConnections) };
    },
  }),
  route({
    endpoint: 'DELETE /b2b/sso/:connection_id',
    backend: 'DELETE /b2b/sso/:organization_id/connections/:connection_id',
    body: v.looseObject(locator),
    handle(call, input) {
      const organization = managedOrganization(call, input.organization_id);
      requirePermission(call, 'stytch.sso', 'delete');
      const { id } = requireConnection(organization, input.connection_id);
      organization.ssoConnections = organization.ssoConnections.filter((each) => each.id !== id);
      if (organization.ssoDefaultConnectionId === id) organization.ssoDefaultConnectionId = null;
      return { connection_id: id };
    },
  }),
];
