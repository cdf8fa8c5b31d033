/** What GitHub says when it leads a person back from installing the app. */
export interface GithubSetup {
  readonly action: 'install' | 'update' | 'request';
  /** The number GitHub gave the installation; a request has none yet. */
  readonly installationId: string | null;
}

/** A number that stays text: it is shown and handed on, never calculated with. */
const INSTALLATION_ID = /^[1-9]\d{0,19}$/;

/**
 * Reads the query GitHub's setup redirect carries (R2.5). Anybody can write such an
 * address, so it is only ever shown, and what does not look as GitHub writes it is refused.
 *
 * @param query the query of the address, with or without its question mark
 * @returns `null` when it is not one of GitHub's
 */
export function parseGithubSetup(query: string): GithubSetup | null {
  const parameters = new URLSearchParams(query);
  const actions = parameters.getAll('setup_action');
  const ids = parameters.getAll('installation_id');
  if (actions.length !== 1 || ids.length > 1) return null;
  const [action] = actions;
  const installationId = ids[0] ?? null;
  if (installationId !== null && !INSTALLATION_ID.test(installationId)) return null;
  if (action === 'request') return { action, installationId };
  if (action !== 'install' && action !== 'update') return null;
  return installationId === null ? null : { action, installationId };
}

/** The address of the page a member is led to once they are signed in; nothing else of the query stays. */
export function githubConnectedPath({ action, installationId }: GithubSetup): string {
  const parameters = new URLSearchParams({ setup_action: action });
  if (installationId !== null) parameters.set('installation_id', installationId);
  return `/github/connected?${parameters}`;
}
