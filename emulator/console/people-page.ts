import { html } from 'hono/html';
import { listSessions } from '../control/session-list.ts';
import type { Markup } from '../pages/html.ts';
import { emailVerificationMethods } from '../store/auth-decision.ts';
import type { StoredOrganization } from '../store/state.ts';
import type { Store } from '../store/store.ts';
import { consolePage, timeOfDay } from './layout.ts';

const SHOWN_AT_ONCE = 12;

function organizationRow(store: Store, organization: StoredOrganization): Markup {
  const members = store.state.members.filter((one) => one.organizationId === organization.id);
  return html`<tr>
    <td><strong>${organization.name}</strong><br /><span class="quiet">@${organization.slug}</span></td>
    <td>${members.map((one) => html`<div>${one.email}${one.status === 'active' ? '' : html` <span class="tag warn">${one.status}</span>`}</div>`)}</td>
    <td>
      ${organization.authMethods === 'RESTRICTED' ? emailVerificationMethods(organization).map((one) => html`<span class="tag">${one}</span> `) : html`<span class="tag good">any</span>`}
      ${organization.mfaPolicy === 'REQUIRED_FOR_ALL' ? html`<span class="tag warn">second factor: ${organization.allowedMfaMethods.join(', ') || 'any'}</span>` : ''}
      ${organization.emailAllowedDomains.map((one) => html`<span class="tag good">joins: ${one}</span>`)}
      ${organization.refusal === null ? '' : html`<span class="tag bad">refuses</span>`}
    </td>
  </tr>`;
}

function organizationTable(
  store: Store,
  label: string,
  organizations: readonly StoredOrganization[],
): Markup {
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${label}">
    <table>
      <thead><tr><th>Organization</th><th>Members</th><th>Asks for</th></tr></thead>
      <tbody>${organizations.map((one) => organizationRow(store, one))}</tbody>
    </table>
  </div>`;
}

function organizationPanel(store: Store): Markup {
  const { organizations } = store.state;
  const generated = (one: StoredOrganization) =>
    store.state.members.some(
      (member) => member.organizationId === one.id && member.email === 'many@acme.example',
    );
  const own = organizations.filter((one) => !generated(one));
  const rest = organizations.filter(generated);
  return html`<section class="panel" aria-labelledby="organizations">
    <h2 id="organizations">Organizations</h2>
    <div data-region="organizations" class="stack">
      ${organizationTable(store, 'Seeded and created organizations', own)}
      <details data-key="generated">
        <summary>${rest.length} generated organizations of many@acme.example</summary>
        ${organizationTable(store, 'Generated organizations', rest)}
      </details>
    </div>
  </section>`;
}

function peoplePanel(store: Store): Markup {
  return html`<section class="panel" aria-labelledby="people">
    <h2 id="people">Google accounts</h2>
    <ul class="lines" data-region="people">
      ${store.state.people.map(
        (person) => html`<li>
          <div class="row">
            <span><strong>${person.email}</strong> <span class="quiet">${person.name}</span></span>
            <span class="tag ${person.confirmed ? 'good' : 'warn'}">
              ${person.confirmed ? 'confirmed by Google' : 'not confirmed'}
            </span>
          </div>
        </li>`,
      )}
    </ul>
  </section>`;
}

function sessionPanel(store: Store): Markup {
  const sessions = listSessions(store).reverse().slice(0, SHOWN_AT_ONCE);
  return html`<section class="panel" aria-labelledby="sessions">
    <h2 id="sessions">Sessions</h2>
    <div data-region="sessions">
      ${
        sessions.length === 0
          ? html`<p class="empty">Nobody is signed in.</p>`
          : html`<ul class="lines">
              ${sessions.map(
                (one) => html`<li data-id="${one.id}">
                  <div class="row">
                    <span>
                      <strong>${one.email}</strong>
                      <span class="quiet">@${one.organizationSlug} · since ${timeOfDay(one.startedAt)}</span>
                      ${one.impersonator === null ? '' : html`<span class="tag warn">impersonated</span>`}
                    </span>
                    ${
                      one.active
                        ? html`<button data-call="DELETE /_emulator/sessions/${one.id}" data-done="Revoked." aria-label="Revoke the session of ${one.email}">Revoke</button>`
                        : html`<span class="tag">over</span>`
                    }
                  </div>
                </li>`,
              )}
            </ul>`
      }
    </div>
  </section>`;
}

function impersonatePanel(): Markup {
  return html`<section class="panel" aria-labelledby="impersonate">
    <h2 id="impersonate">Impersonate</h2>
    <p class="quiet">A one-time link as a support person gets it.</p>
    <form class="stack" data-call="POST /_emulator/impersonate" data-done="The link is good for five minutes.">
      <label>Member <input name="email" type="email" required value="ada@acme.example" /></label>
      <label>Organization <input name="organizationSlug" required value="acme" /></label>
      <button class="primary">Make a link</button>
      <output class="mono"></output>
    </form>
  </section>`;
}

/** Who exists, who is signed in, and what each organization asks for. */
export function peoplePage(store: Store): Promise<Response> {
  return consolePage(
    store,
    'People',
    html`<div class="grid">${peoplePanel(store)}<div class="stack">${sessionPanel(store)}${impersonatePanel()}</div></div>
      ${organizationPanel(store)}`,
  );
}
