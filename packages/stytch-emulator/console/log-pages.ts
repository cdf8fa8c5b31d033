import { html } from 'hono/html';
import type { Markup } from '../pages/html.ts';
import type { LoggedRequest, State } from '../store/state.ts';
import type { Store } from '../store/store.ts';
import { consolePage, listRegion, timeOfDay } from './layout.ts';

const MAX_SHOWN = 200;

/** Renders an entry of a log, which opens. */
function entry({ id, at }: { id: string; at: string }, summary: Markup, details: Markup): Markup {
  return html`<li>
    <details data-key="${id}">
      <summary><span class="quiet mono">${timeOfDay(at)}</span> ${summary}</summary>
      ${details}
    </details>
  </li>`;
}

function panel(title: string, path: string, entries: readonly Markup[], note: Markup | '' = '') {
  return html`<section class="panel" aria-labelledby="log">
    <div class="row">
      <h2 id="log">${title}</h2>
      <button class="plain" data-call="DELETE ${path}" data-done="Cleared.">Clear</button>
    </div>
    ${note}
    ${listRegion('log', entries.slice(-MAX_SHOWN).reverse(), 'Nothing yet.')}
  </section>`;
}

function requestEntry(request: LoggedRequest): Markup {
  const { method, path, query, headers, body, status, fault } = request;
  const tone = status === 0 || status >= 500 ? 'bad' : status >= 400 ? 'warn' : 'good';
  return entry(
    request,
    html`<span class="mono">${method} ${path.replace(/^\/sdk\/v1/, '')}</span>
      <span class="tag ${tone}">${status === 0 ? 'no response' : status}</span>
      ${fault === null ? '' : html`<span class="tag bad">fault: ${fault}</span>`}`,
    html`<pre tabindex="0">${JSON.stringify({ query, headers, body }, null, 2)}</pre>`,
  );
}

/** Renders the request log, newest first. */
export function requestsPage(store: Store): Promise<Response> {
  const entries = store.state.requests.map(requestEntry);
  return consolePage(
    store,
    'Requests',
    panel('Requests to the provider', '/_emulator/requests', entries),
  );
}

function telemetryEntry(request: State['telemetry'][number]): Markup {
  const { method, path, body } = request;
  const events = [...body.matchAll(/"event":"([^"]+)"/g)].map(([, event]) => event).join(', ');
  return entry(
    request,
    html`<span>${path.includes('/posthog') ? 'Analytics' : 'Error report'}</span>
      <span class="quiet mono">${events || `${method} ${path.replace('/_emulator/telemetry', '')}`}</span>`,
    html`<button data-copy="${body}">Copy</button>
      <pre tabindex="0">${body}</pre>`,
  );
}

/** Renders what the product has sent to its analytics and error reports, newest first (R20.6). */
export function telemetryPage(store: Store): Promise<Response> {
  const note = store.hasApp
    ? html`<p class="quiet">A copied entry can be pasted as a report in <a href="/chart#mode=simulate">the statechart</a>.</p>`
    : '';
  const entries = store.state.telemetry.map(telemetryEntry);
  return consolePage(
    store,
    'Telemetry',
    panel('Collected telemetry', '/_emulator/telemetry', entries, note),
  );
}
