import { html } from 'hono/html';
import type { Markup } from '../pages/html.ts';
import type { ProjectSettings } from '../store/project-settings.ts';
import type { Store } from '../store/store.ts';
import { consolePage } from './layout.ts';

const MINUTE = 60_000;

const ADVANCES = [
  { label: '+30 s', advanceMs: MINUTE / 2 },
  { label: '+3 min', advanceMs: 3 * MINUTE },
  { label: '+10 min', advanceMs: 10 * MINUTE },
  { label: '+1 h', advanceMs: 60 * MINUTE },
  { label: '+24 h', advanceMs: 24 * 60 * MINUTE },
] as const;

const FLAGS = [
  ['create_organization_enabled', 'Members may create organizations'],
  ['pkce_required_for_oauth', 'PKCE required for OAuth'],
  ['pkce_required_for_email_magic_links', 'PKCE required for e-mail links'],
  ['dfp_protected_auth_enabled', 'Device fingerprinting'],
] as const satisfies readonly (readonly [keyof ProjectSettings, string])[];

function clockPanel(store: Store): Markup {
  const frozen = store.state.clock.frozenAt !== null;
  return html`<section class="panel" aria-labelledby="time">
    <h2 id="time">Clock</h2>
    <div class="row">
      ${ADVANCES.map(
        ({ label, advanceMs }) =>
          html`<button data-call="POST /_emulator/clock" data-body="${JSON.stringify({ advanceMs })}" data-done="Clock moved.">${label}</button>`,
      )}
    </div>
    <div data-region="freeze">
      <button data-call="POST /_emulator/clock" data-body="${JSON.stringify({ freeze: !frozen })}" data-done="${frozen ? 'Clock running.' : 'Clock frozen.'}">
        ${frozen ? 'Unfreeze' : 'Freeze'}
      </button>
    </div>
  </section>`;
}

function projectPanel({ project }: Store['state']): Markup {
  return html`<section class="panel" aria-labelledby="project">
    <h2 id="project">Project</h2>
    <form class="stack" data-call="PATCH /_emulator/project">
      ${FLAGS.map(
        ([name, label]) => html`<label class="check">
          <input type="checkbox" name="${name}" ${project[name] ? 'checked' : ''} /> ${label}
        </label>`,
      )}
      <label>Slug pattern (a regular expression; empty: none)
        <input name="slug_pattern" data-kind="nullable" value="${project.slug_pattern ?? ''}" />
      </label>
      <label>Mode of device fingerprinting
        <select name="dfp_protected_auth_mode">
          ${['OBSERVATION', 'DECISIONING'].map((mode) => html`<option ${mode === project.dfp_protected_auth_mode ? 'selected' : ''}>${mode}</option>`)}
        </select>
      </label>
      <label>Captcha (JSON: <code>{"enabled":false}</code>, or true with a <code>siteKey</code>)
        <input name="captcha_settings" data-kind="json" value="${JSON.stringify(project.captcha_settings)}" />
      </label>
      <label>Vertical
        <select name="vertical">
          ${['B2B', 'CONSUMER'].map((vertical) => html`<option ${vertical === project.vertical ? 'selected' : ''}>${vertical}</option>`)}
        </select>
      </label>
      <label>Google One Tap client id (empty: not configured)
        <input name="google_one_tap_client_id" data-kind="nullable" value="${project.google_one_tap_client_id ?? ''}" />
      </label>
      <label>Redirect URLs, each with its types (JSON)
        <textarea name="redirect_urls" data-kind="json" rows="8" class="mono">${JSON.stringify(project.redirect_urls, null, 1)}</textarea>
      </label>
      <button class="primary">Save</button>
    </form>
  </section>`;
}

function statePanel(store: Store): Markup {
  return html`<section class="panel" aria-labelledby="state">
    <h2 id="state">State</h2>
    <p class="quiet">Seed <code>${store.state.seed}</code></p>
    <div class="row">
      <a class="button" href="/_emulator/state" download="emulator-state.json">Export as JSON</a>
      <button class="danger" data-call="POST /_emulator/reset" data-done="State reset.">Reset to the seed</button>
    </div>
    <label>Import a JSON export <input type="file" accept="application/json,.json" data-import /></label>
  </section>`;
}

/** Renders the project settings, the clock, and the export and import of the state. */
export function settingsPage(store: Store): Promise<Response> {
  return consolePage(
    store,
    'Settings',
    html`<div class="grid">
      ${projectPanel(store.state)}
      <div class="stack">${clockPanel(store)}${statePanel(store)}</div>
    </div>`,
  );
}
