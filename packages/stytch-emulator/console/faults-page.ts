import { html } from 'hono/html';
import type { Fault } from '../control/control-client.ts';
import type { Markup } from '../pages/html.ts';
import { FAULT_KINDS } from '../store/state.ts';
import type { Store } from '../store/store.ts';
import { consolePage } from './layout.ts';

const EXCHANGE = '/b2b/discovery/intermediate_sessions/exchange';

/** The text of a preset, its path, its effect, and for how many requests; without a number, until it is removed. */
const PRESETS: readonly (readonly [string, string, Fault, number?])[] = [
  ['The network is down', '**', { kind: 'drop' }],
  ['Everything takes 3 seconds', '**', { kind: 'slow', latencyMs: 3_000 }],
  ['The next exchange hangs', EXCHANGE, { kind: 'hang' }, 1],
  ['The next exchange fails with 500', EXCHANGE, { kind: 'error', status: 500 }, 1],
  [
    'Codes are rate limited for 30 s',
    '/b2b/otps/**',
    { kind: 'error', status: 429, retryAfter: 30 },
    1,
  ],
  [
    'The next refresh is rejected',
    '/b2b/sessions/authenticate',
    { kind: 'error', status: 401, errorType: 'unauthorized_credentials' },
    1,
  ],
  ['A proxy responds with HTML', '/b2b/**', { kind: 'html' }, 1],
  ['The next response is truncated', '/b2b/**', { kind: 'truncated' }, 1],
  ['The next response has the wrong shape', '/b2b/**', { kind: 'wrongShape' }, 1],
  ['The project configuration fails', '/projects/bootstrap/*', { kind: 'error', status: 500 }],
];

function presetPanel(): Markup {
  return html`<section class="panel" aria-labelledby="presets">
    <h2 id="presets">Presets</h2>
    <div class="row">
      ${PRESETS.map(
        ([label, path, fault, times]) =>
          html`<button data-call="POST /_emulator/faults" data-body="${JSON.stringify({ match: { path }, fault, times })}" data-done="Fault added.">${label}</button>`,
      )}
    </div>
  </section>`;
}

function activePanel(store: Store): Markup {
  const { faults } = store.state;
  return html`<section class="panel" aria-labelledby="active">
    <div class="row">
      <h2 id="active">Active faults</h2>
      <button class="plain" data-call="DELETE /_emulator/faults" data-done="All faults removed.">Remove all</button>
    </div>
    <div data-region="faults">
      ${
        faults.length === 0
          ? html`<p class="empty">No active faults.</p>`
          : html`<ul class="lines">
              ${faults.map(
                ({ id, match, fault, remaining }) => html`<li data-id="${id}">
                  <div class="row">
                    <span class="mono">${match.method ?? 'any'} ${match.path}</span>
                    <span>
                      <span class="tag bad">${fault.kind}${fault.status === undefined ? '' : ` ${fault.status}`}</span>
                      <span class="tag">${remaining === null ? 'until removed' : `${remaining} more`}</span>
                    </span>
                  </div>
                </li>`,
              )}
            </ul>`
      }
    </div>
  </section>`;
}

function customPanel(): Markup {
  return html`<section class="panel" aria-labelledby="custom">
    <h2 id="custom">Custom fault</h2>
    <form class="stack" data-call="POST /_emulator/faults" data-done="Fault added.">
      <label>Path, with * and ** <input name="match.path" required value="/b2b/**" /></label>
      <label>Kind
        <select name="fault.kind">${FAULT_KINDS.map((kind) => html`<option>${kind}</option>`)}</select>
      </label>
      <label>Method (empty: any) <input name="match.method" /></label>
      <label>Status (empty: the default) <input name="fault.status" type="number" min="200" max="599" /></label>
      <label>Message (empty: the default) <input name="fault.message" /></label>
      <label>Delay in milliseconds <input name="fault.latencyMs" type="number" min="0" max="600000" /></label>
      <label>How often (empty: until removed) <input name="times" type="number" min="1" /></label>
      <button class="primary">Add fault</button>
    </form>
  </section>`;
}

/** Renders the fault injection: presets, active faults and a form. */
export function faultsPage(store: Store): Promise<Response> {
  return consolePage(
    store,
    'Faults',
    html`${presetPanel()}
      <div class="grid">${activePanel(store)}${customPanel()}</div>`,
  );
}
