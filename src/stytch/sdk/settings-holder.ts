import type { Project } from '#machines/auth/auth.types.ts';
import type { RawSettings } from './raw-settings.ts';

/** The part of the project's settings that the product uses (R14.13). */
interface Settings {
  readonly project: Project;
  readonly requiresPkceForLinks: boolean;
  /** Whether there is an access policy; without one, permissions are unknown (R16.2). */
  readonly hasAccessPolicy: boolean;
  /** The ids of the roles in the access policy. */
  readonly roles: readonly string[];
}

/**
 * Holds the project's settings. Without them the SDK goes on with defaults, and so does the product (R15.5).
 */
export function createSettingsHolder() {
  let resolveSettings: (settings: Settings | null) => void = () => undefined;
  const settings = new Promise<Settings | null>((resolve) => {
    resolveSettings = resolve;
  });
  return {
    /** Resolves to the settings; `null` when they could not be fetched (R15.5). */
    settings,
    /**
     * Takes the settings that the transport read; `null` when they could not be fetched. Only the first call counts, as
     * in the SDK.
     */
    receive: (raw: RawSettings | null) => resolveSettings(raw && readSettings(raw)),
  };
}

export type SettingsHolder = ReturnType<typeof createSettingsHolder>;

function readSettings(raw: RawSettings): Settings {
  return {
    project: {
      slugPattern: raw.slug_pattern || null,
      createOrganizationEnabled: raw.create_organization_enabled,
    },
    requiresPkceForLinks: raw.pkce_required_for_email_magic_links,
    hasAccessPolicy: raw.rbac_policy !== null,
    roles: raw.rbac_policy?.roles.map(({ role_id }) => role_id) ?? [],
  };
}
