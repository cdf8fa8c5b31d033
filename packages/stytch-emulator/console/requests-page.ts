import { html } from 'hono/html';
import type { Markup } from '../pages/html.ts';
import type { LoggedRequest } from '../store/state.ts';
import type { Store } from '../store/store.ts';
import { consolePage, timeOfDay } from './layout.ts';

const MAX_SHOWN = 200;

function statusTag(request: LoggedRequest): Markup {
  const { status, fault } = request;
  const tone = status === 0 || status >= 500 ? 'bad' : status >= 400 ? 'warn' : 'good';
  return html`<span class="tag ${tone}">${status === 0 ? 'no response' : status}</span>
    ${fault === null ? '' : html`<span class="tag bad">fault: ${fault}</span>`}`;
}

function requestItem(request: LoggedRequest): Markup {
  const { id, at, method, path, query, headers, body } = request;
  return html`<li data-id="${id}">
    <details data-key="${id}">
      <summary>
        <span class="quiet mono">${timeOfDay(at)}</span>
        <span class="mono">${method} ${path.replace(/^\/sdk\/v1/, '')}</span>
        ${statusTag(request)}
      </summary>
      <pre tabindex="0">${JSON.stringify({ query, headers, body }, null, 2)}</pre>
    </details>
  </li>`;
}

/** Renders the request log, newest first. */
export function requestsPage(store: Store): Promise<Response> {
  const { requests } = store.state;
  return consolePage(
    store,
    'Requests',
    html`<section class="panel" aria-labelledby="requests">
      <div class="row">
        <h2 id="requests">Requests to the provider</h2>
        <button class="plain" data-call="DELETE /_emulator/requests" data-done="Cleared.">Clear</button>
      </div>
      <div data-region="requests">
        ${
          requests.length === 0
            ? html`<p class="empty">No requests yet.</p>`
            : html`<ul class="lines dense">${requests.slice(-MAX_SHOWN).reverse().map(requestItem)}</ul>`
        }
      </div>
    </section>`,
  );
}
