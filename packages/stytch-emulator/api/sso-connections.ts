import * as v from 'valibot';
import type { SsoConnection, StoredOrganization } from '../store/state.ts';
import { refusal } from './http/provider-error.ts';
import { type Call, route } from './http/route.ts';
import { managedOrganization, requirePermission } from './validation/permissions.ts';

const KINDS = ['saml', 'oidc', 'external'] as const;
type Kind = (typeof KINDS)[number];

/** The lists and records of each kind, which a client reads also when nobody has given them. */
const UNSET = {
  saml: {
    attribute_mapping: {},
    signing_certificates: [],
    verification_certificates: [],
    encryption_private_keys: [],
    saml_connection_implicit_role_assignments: [],
    saml_group_implicit_role_assignments: [],
  },
  oidc: { attribute_mapping: {} },
  external: {
    external_connection_implicit_role_assignments: [],
    external_group_implicit_role_assignments: [],
  },
};

/** The settings without which a connection of a kind stays pending. */
const REQUIRED: Readonly<Record<Kind, readonly string[]>> = {
  saml: ['idp_entity_id', 'idp_sso_url', 'x509_certificate'],
  oidc: ['issuer', 'client_id', 'client_secret'],
  external: [],
};

const locator = { organization_id: v.optional(v.string()), connection_id: v.optional(v.string()) };
const fields = v.looseObject({
  ...locator,
  display_name: v.optional(v.string()),
  identity_provider: v.optional(v.string()),
});

function connectionObject({ id }: StoredOrganization, connection: SsoConnection) {
  return {
    ...UNSET[connection.kind],
    ...connection.settings,
    organization_id: id,
    connection_id: connection.id,
    display_name: connection.displayName,
    identity_provider: connection.identityProvider,
    status: connection.status,
  };
}

function permittedOrganization(call: Call, id: string | undefined, action: string) {
  const organization = managedOrganization(call, id);
  requirePermission(call, 'stytch.sso', action);
  return organization;
}

function connectionOf({ ssoConnections }: StoredOrganization, id: string | undefined, kind?: Kind) {
  const connection = ssoConnections.find((each) => each.id === id);
  if (connection === undefined || (kind ?? connection.kind) !== connection.kind) {
    throw refusal('sso_connection_not_found');
  }
  return connection;
}

/** Changes a connection. It is active when it has the settings of its kind, or the address of the metadata with them. */
function saveConnection(
  organization: StoredOrganization,
  connection: SsoConnection,
  given: v.InferOutput<typeof fields>,
) {
  const { organization_id: _, connection_id: __, ...changes } = given;
  const { display_name, identity_provider, ...settings } = changes;
  connection.displayName = display_name ?? connection.displayName;
  connection.identityProvider = identity_provider ?? connection.identityProvider;
  Object.assign(connection.settings, settings);
  const isComplete =
    connection.settings.metadata_url !== undefined ||
    REQUIRED[connection.kind].every((name) => connection.settings[name]);
  connection.status = isComplete ? 'active' : 'pending';
  return { connection: connectionObject(organization, connection) };
}

function updateConnection(call: Call, kind: Kind, input: v.InferOutput<typeof fields>) {
  const organization = permittedOrganization(call, input.organization_id, 'update');
  return saveConnection(organization, connectionOf(organization, input.connection_id, kind), input);
}

/** The calls that set up the SSO connections of an organization. */
export const ssoConnectionRoutes = [
  ...KINDS.flatMap((kind) => [
    route({
      browser: `POST /b2b/sso/${kind}`,
      backend: `POST /b2b/sso/${kind}/:organization_id`,
      body: fields,
      handle(call, input) {
        const organization = permittedOrganization(call, input.organization_id, 'create');
        const connection: SsoConnection = {
          id: call.store.ids.next(`${kind}-connection-test`),
          kind,
          displayName: '',
          identityProvider: 'generic',
          status: 'pending',
          settings: {},
        };
        organization.ssoConnections.push(connection);
        return saveConnection(organization, connection, input);
      },
    }),
    route({
      browser: `PUT /b2b/sso/${kind}/:connection_id`,
      backend: `PUT /b2b/sso/${kind}/:organization_id/connections/:connection_id`,
      body: fields,
      handle: (call, input) => updateConnection(call, kind, input),
    }),
  ]),
  route({
    browser: 'PUT /b2b/sso/saml/:connection_id/url',
    backend: 'PUT /b2b/sso/saml/:organization_id/connections/:connection_id/url',
    body: v.looseObject({ ...fields.entries, metadata_url: v.string() }),
    handle: (call, input) => updateConnection(call, 'saml', input),
  }),
  route({
    browser: 'GET /b2b/sso',
    backend: 'GET /b2b/sso/:organization_id',
    body: v.looseObject(locator),
    handle(call, input) {
      const organization = permittedOrganization(call, input.organization_id, 'get');
      const objectsOf = (kind: Kind) =>
        organization.ssoConnections
          .filter((connection) => connection.kind === kind)
          .map((connection) => connectionObject(organization, connection));
      return {
        saml_connections: objectsOf('saml'),
        oidc_connections: objectsOf('oidc'),
        external_connections: objectsOf('external'),
      };
    },
  }),
  route({
    browser: 'DELETE /b2b/sso/:connection_id',
    backend: 'DELETE /b2b/sso/:organization_id/connections/:connection_id',
    body: v.looseObject(locator),
    handle(call, input) {
      const organization = permittedOrganization(call, input.organization_id, 'delete');
      const { id } = connectionOf(organization, input.connection_id);
      organization.ssoConnections = organization.ssoConnections.filter((each) => each.id !== id);
      if (organization.ssoDefaultConnectionId === id) organization.ssoDefaultConnectionId = null;
      return { connection_id: id };
    },
  }),
];
