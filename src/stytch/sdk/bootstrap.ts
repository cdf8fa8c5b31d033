import type { Project } from '#machines/auth/auth.types.ts';
import type { RawSettings } from './transport.ts';

/** What the product keeps of the project's settings (R14.13). */
interface Settings {
  readonly project: Project;
  readonly pkceForLinks: boolean;
  /** Whether the access policy came with them; without it, nobody's permissions are known. */
  readonly hasPolicy: boolean;
}

export interface Bootstrap {
  /** Takes what the transport saw; only the first answer counts, as for the SDK. */
  receive(raw: RawSettings | null): void;
  /** The settings, once it is decided; `null` when they could not be fetched (R15.5). */
  readonly settings: Promise<Settings | null>;
  /** The same without waiting; `undefined` while it is not decided. */
  current(): Settings | null | undefined;
}

/**
 * Whether the project's settings are known. The SDK goes on with defaults when they are not; the product
 * does too, except that Google is not started: its defaults would start it without PKCE.
 */
export function createBootstrap(): Bootstrap {
  let current: Settings | null | undefined;
  let decide: (settings: Settings | null) => void = () => undefined;
  const settings = new Promise<Settings | null>((resolve) => {
    decide = resolve;
  });
  return {
    settings,
    current: () => current,
    receive(raw) {
      if (current !== undefined) return;
      current = raw === null ? null : read(raw);
      decide(current);
    },
  };
}

function read(raw: RawSettings): Settings {
  return {
    project: {
      slugPattern: raw.slug_pattern || null,
      createOrganizationEnabled: raw.create_organization_enabled,
    },
    pkceForLinks: raw.pkce_required_for_email_magic_links,
    hasPolicy: raw.rbac_policy != null,
  };
}
