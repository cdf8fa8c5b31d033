import { html } from 'hono/html';
import type { Markup } from '../pages/html.ts';
import type { State } from '../store/state.ts';
import type { Store } from '../store/store.ts';
import { consolePage, timeOfDay } from './layout.ts';

const MAX_SHOWN = 100;

type Collected = State['telemetry'][number];

/** Names the service that would have received a request. */
function serviceOf({ path }: Collected): string {
  return path.includes('/posthog') ? 'Analytics' : 'Error report';
}

function telemetryItem(request: Collected): Markup {
  const { id, at, method, path, body } = request;
  return html`<li data-id="${id}">
    <details data-key="${id}">
      <summary>
        <span class="quiet mono">${timeOfDay(at)}</span>
        <span>${serviceOf(request)}</span>
        <span class="quiet mono">${method} ${path.replace('/_emulator/telemetry', '')}</span>
      </summary>
      <button data-copy="${body}">Copy</button>
      <pre tabindex="0">${body}</pre>
    </details>
  </li>`;
}

/** Renders what the product has sent to its analytics and error reports, newest first (R20.6). */
export function telemetryPage(store: Store): Promise<Response> {
  const { telemetry } = store.state;
  return consolePage(
    store,
    'Telemetry',
    html`<section class="panel" aria-labelledby="telemetry">
      <div class="row">
        <h2 id="telemetry">Collected telemetry</h2>
        <button class="plain" data-call="DELETE /_emulator/telemetry" data-done="Cleared.">Clear</button>
      </div>
      ${
        store.hasApp
          ? html`<p class="quiet">A copied entry can be pasted as a report in <a href="/chart#mode=simulate">the statechart</a>.</p>`
          : ''
      }
      <div data-region="telemetry">
        ${
          telemetry.length === 0
            ? html`<p class="empty">No telemetry yet.</p>`
            : html`<ul class="lines dense">${telemetry.slice(-MAX_SHOWN).reverse().map(telemetryItem)}</ul>`
        }
      </div>
    </section>`,
  );
}
