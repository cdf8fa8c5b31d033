/** The parameters that GitHub adds to its setup redirect. */
export interface GithubSetup {
  readonly action: 'install' | 'update' | 'request';
  /** `null` for a request that is not approved yet. */
  readonly installationId: string | null;
}

const PARAMETERS = ['setup_action', 'installation_id'];

/** Kept as text, because it can exceed the safe integers. */
const INSTALLATION_ID = /^[1-9]\d{0,19}$/;

/**
 * Parses the query of GitHub's setup redirect (R2.5). Anybody can write such a query, so the result must only be
 * displayed.
 *
 * @param query the query of the address, with or without its question mark
 * @returns `null` when the query does not have the form that GitHub writes
 */
export function parseGithubSetup(query: string): GithubSetup | null {
  const params = new URLSearchParams(query);
  const action = params.get('setup_action');
  const installationId = params.get('installation_id');
  if (installationId !== null && !INSTALLATION_ID.test(installationId)) return null;
  if (action === 'request') return { action, installationId };
  if (action !== 'install' && action !== 'update') return null;
  return installationId === null ? null : { action, installationId };
}

/** Keeps of a query what a setup consists of: GitHub's `code` and `state` must not stay in the history (R2.12). */
export function keepSetupParameters(query: string): string {
  const kept = [...new URLSearchParams(query)].filter(([name]) => PARAMETERS.includes(name));
  return kept.length === 0 ? '' : `?${new URLSearchParams(kept)}`;
}
