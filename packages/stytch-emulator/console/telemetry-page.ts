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

/** What a request is about: its events, each with the states that it leads from and to; else its address. */
function contentOf({ method, path, body }: Collected): string {
  const events = body.split('\n').flatMap((line) => eventsIn(parseJson(line)));
  return events.join(', ') || `${method} ${path.replace('/_emulator/telemetry', '')}`;
}

function eventsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const { event, properties, batch, exception } = Object(value);
  if (Array.isArray(batch)) return batch.flatMap(eventsIn);
  const error: unknown = exception?.values?.[0]?.value;
  if (typeof error === 'string') return [error];
  if (typeof event !== 'string') return [];
  const { event: cause, from, to } = Object(properties);
  const isStep = [cause, from, to].every((each) => typeof each === 'string');
  return [isStep ? `${cause}: ${from === '' ? 'start' : from} → ${to}` : event];
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function telemetryItem(request: Collected): Markup {
  const { id, at, body } = request;
  return html`<li data-id="${id}">
    <details data-key="${id}">
      <summary>
        <span class="quiet mono">${timeOfDay(at)}</span>
        <span>${serviceOf(request)}</span>
        <span class="quiet mono">${contentOf(request)}</span>
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
