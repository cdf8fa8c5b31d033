import { html } from 'hono/html';
import { htmlPage, type Markup } from '../pages/html.ts';
import type { Store } from '../store/store.ts';

/** The pages of the console. */
const TABS = {
  Inbox: '/_emulator',
  Controls: '/_emulator/console/controls',
} as const;

/** The logs, which are JSON of the control API. */
const LOGS = { Requests: '/_emulator/requests', Telemetry: '/_emulator/telemetry' };

/** Formats the time of day in UTC. */
export function timeOfDay(at: number | string): string {
  return new Date(at).toISOString().slice(11, 19);
}

/** Renders a part of a page that the script replaces when it changes: a list, or what an empty one says. */
export function listRegion(name: string, items: readonly Markup[], empty: string): Markup {
  return html`<div data-region="${name}">
    ${items.length === 0 ? html`<p class="empty">${empty}</p>` : html`<ul class="lines">${items}</ul>`}
  </div>`;
}

/** Renders a page of the console. */
export function consolePage(
  store: Store,
  label: keyof typeof TABS,
  body: Markup,
): Promise<Response> {
  const { faults, project } = store.state;
  return htmlPage({
    title: `${label} · local emulator`,
    script: '/_emulator/assets/console.js',
    body: html`<div class="console">
        <header class="masthead">
          <div class="row">
            <div>
              ${store.hasApp ? html`<p><a href="/">← Back to the app</a></p>` : ''}
              <h1>Local emulator</h1>
              <p class="quiet">The authentication provider of ${project.project_name}, emulated on this machine</p>
            </div>
            <p data-region="clock" class="quiet">
              <time class="mono">${new Date(store.clock.now()).toISOString().slice(0, 19)}Z</time>
              ${faults.length > 0 ? html`<a class="tag bad" href="${TABS.Controls}">active faults: ${faults.length}</a>` : ''}
            </p>
          </div>
          <nav class="tabs" aria-label="Console">
            ${Object.entries({ ...TABS, ...LOGS }).map(
              ([name, path]) =>
                html`<a href="${path}" ${name === label ? html`aria-current="page"` : ''}>${name}</a>`,
            )}
          </nav>
        </header>
        <main class="stack">${body}</main>
      </div>
      <p class="notice" role="status"></p>`,
  });
}
