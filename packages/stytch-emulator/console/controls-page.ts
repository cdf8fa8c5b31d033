import { html } from 'hono/html';
import type { Fault } from '../control/control-client.ts';
import type { Markup } from '../pages/html.ts';
import { listSessions } from '../store/sessions.ts';
import type { Store } from '../store/store.ts';
import { consolePage, listRegion } from './layout.ts';

const EXCHANGE = '/b2b/discovery/intermediate_sessions/exchange';

/** The text of a preset, its path, its effect, and for how many requests; without a number, until it is removed. */
const PRESETS: readonly (readonly [string, string, Fault, number?])[] = [
  ['The network is down', '**', { kind: 'drop' }],
  ['Everything takes 3 seconds', '**', { kind: 'slow', latencyMs: 3_000 }],
  ['The next exchange hangs', EXCHANGE, { kind: 'hang' }, 1],
  ['The next code is rate limited', '/b2b/otps/**', { kind: 'error', status: 429 }, 1],
  ['The next refresh is rejected', '/b2b/sessions/authenticate', { kind: 'error', status: 401 }, 1],
  ['A proxy responds with HTML', '/b2b/**', { kind: 'html' }, 1],
  ['The project configuration fails', '/projects/bootstrap/*', { kind: 'error', status: 500 }],
];

const ADVANCES = [
  ['+30 s', 30_000],
  ['+3 min', 180_000],
  ['+10 min', 600_000],
  ['+1 h', 3_600_000],
  ['+24 h', 86_400_000],
] as const;

function callButton(label: string, call: string, body: object, done: string): Markup {
  return html`<button data-call="${call}" data-body="${JSON.stringify(body)}" data-done="${done}">${label}</button>`;
}

function faultPanel({ state }: Store): Markup {
  const active = state.faults.map(
    ({ match, fault, remaining }) => html`<li>
      <div class="row">
        <span class="mono">${match.path}</span>
        <span class="tag bad">${fault.kind} ${fault.status}</span>
        <span class="tag">${remaining === null ? 'until removed' : `${remaining} more`}</span>
      </div>
    </li>`,
  );
  return html`<section class="panel" aria-labelledby="faults">
    <div class="row">
      <h2 id="faults">Faults</h2>
      <button class="plain" data-call="DELETE /_emulator/faults" data-done="All faults removed.">Remove all</button>
    </div>
    <div class="row">
      ${PRESETS.map(([label, path, fault, times]) =>
        callButton(
          label,
          'POST /_emulator/faults',
          { match: { path }, fault, times },
          'Fault added.',
        ),
      )}
    </div>
    ${listRegion('faults', active, 'No active faults.')}
  </section>`;
}

function clockPanel(): Markup {
  const clock = 'POST /_emulator/clock';
  return html`<section class="panel" aria-labelledby="time">
    <h2 id="time">Clock and state</h2>
    <div class="row">
      ${ADVANCES.map(([label, advanceMs]) => callButton(label, clock, { advanceMs }, 'Clock moved.'))}
    </div>
    <div class="row">
      <a class="button" href="/_emulator/state" download="emulator-state.json">Export the state</a>
      <button class="danger" data-call="POST /_emulator/reset" data-done="State reset.">Reset to the seed</button>
    </div>
  </section>`;
}

function sessionPanel(store: Store): Markup {
  const items = listSessions(store)
    .filter(({ active }) => active)
    .map(({ id, email, organizationSlug }) => {
      const member = { email, organizationSlug };
      return html`<li>
        <div class="row">
        <span><strong>${email}</strong> <span class="quiet">@${organizationSlug}</span></span>
        <span class="row">
          ${callButton('Copy a link to impersonate', 'POST /_emulator/impersonate', member, 'Copied.')}
          <button data-call="DELETE /_emulator/sessions/${id}" data-done="Session revoked." aria-label="Revoke the session of ${email}">Revoke</button>
        </span>
        </div>
      </li>`;
    });
  return html`<section class="panel" aria-labelledby="sessions">
    <h2 id="sessions">Sessions</h2>
    ${listRegion('sessions', items.reverse(), 'Nobody is signed in.')}
  </section>`;
}

/** Renders what a person does while developing: faults, the clock, the state, and the active sessions. */
export function controlsPage(store: Store): Promise<Response> {
  return consolePage(
    store,
    'Controls',
    html`${faultPanel(store)}${clockPanel()}${sessionPanel(store)}`,
  );
}
