import { html } from 'hono/html';
import { htmlPage, type Markup } from '../pages/html.ts';
import type { Store } from '../store/store.ts';

/** The pages of the console, and the store events after which each page updates itself. */
const TABS = [
  { path: '/_emulator', label: 'Inbox', live: 'mail reset clock' },
  { path: '/_emulator/console/people', label: 'People', live: 'session reset project' },
  { path: '/_emulator/console/requests', label: 'Requests', live: 'request reset' },
  { path: '/_emulator/console/telemetry', label: 'Telemetry', live: 'telemetry reset' },
  { path: '/_emulator/console/faults', label: 'Faults', live: 'fault request reset' },
  { path: '/_emulator/console/settings', label: 'Settings', live: 'clock reset project' },
] as const;

export type TabLabel = (typeof TABS)[number]['label'];

/** Formats the time of day in UTC. */
export function timeOfDay(at: number | string): string {
  return new Date(at).toISOString().slice(11, 19);
}

function faultCount(count: number): string {
  return count === 1 ? '1 active fault' : `${count} active faults`;
}

/** Renders a page of the console. */
export function consolePage(store: Store, label: TabLabel, body: Markup): Promise<Response> {
  const tab = TABS.find((candidate) => candidate.label === label) ?? TABS[0];
  const frozen = store.state.clock.frozenAt !== null;
  return htmlPage({
    title: `${label} · local emulator`,
    script: '/_emulator/assets/console.js',
    body: html`<div class="console" data-live="${tab.live}">
        <header class="masthead">
          <div class="row">
            <div>
              ${store.hasApp ? html`<p><a href="/">← Back to the app</a></p>` : ''}
              <h1>Local emulator</h1>
              <p class="quiet">The authentication provider of ${store.state.project.project_name}, emulated on this machine</p>
            </div>
            <p data-region="clock" class="quiet">
              <time class="mono">${new Date(store.clock.now()).toISOString().slice(0, 19)}Z</time>
              ${frozen ? html`<span class="tag warn">frozen</span>` : ''}
              ${
                store.state.faults.length > 0
                  ? html`<a class="tag bad" href="/_emulator/console/faults">${faultCount(store.state.faults.length)}</a>`
                  : ''
              }
            </p>
          </div>
          <nav class="tabs" aria-label="Console">
            ${TABS.map(
              (item) =>
                html`<a href="${item.path}" ${item === tab ? html`aria-current="page"` : ''}>${item.label}</a>`,
            )}
          </nav>
        </header>
        <main class="stack">${body}</main>
      </div>
      <p class="notice" role="status"></p>`,
  });
}
