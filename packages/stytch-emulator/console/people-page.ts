import { html } from 'hono/html';
import { listSessions } from '../control/session-list.ts';
import { totpCode, totpStep } from '../crypto/totp.ts';
import type { Markup } from '../pages/html.ts';
import { emailVerificationMethods } from '../store/auth-decision.ts';
import { findOrganization } from '../store/lookup.ts';
import type { StoredOrganization } from '../store/state.ts';
import type { Store } from '../store/store.ts';
import { consolePage, timeOfDay } from './layout.ts';

const MAX_SHOWN = 12;

function organizationRow(store: Store, organization: StoredOrganization): Markup {
  const members = store.state.members.filter(
    ({ organizationId }) => organizationId === organization.id,
  );
  return html`<tr>
    <td><strong>${organization.name}</strong><br /><span class="quiet">@${organization.slug}</span></td>
    <td>${members.map(({ email, status }) => html`<div>${email}${status === 'active' ? '' : html` <span class="tag warn">${status}</span>`}</div>`)}</td>
    <td>
      ${organization.authMethods === 'RESTRICTED' ? emailVerificationMethods(organization).map((method) => html`<span class="tag">${method}</span> `) : html`<span class="tag good">any</span>`}
      ${organization.mfaPolicy === 'REQUIRED_FOR_ALL' ? html`<span class="tag warn">second factor: ${organization.allowedMfaMethods.join(', ') || 'any'}</span>` : ''}
      ${organization.emailAllowedDomains.map((domain) => html`<span class="tag good">joins: ${domain}</span>`)}
      ${organization.signInError === null ? '' : html`<span class="tag bad">sign-in error</span>`}
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
      <thead><tr><th>Organization</th><th>Members</th><th>Requires</th></tr></thead>
      <tbody>${organizations.map((organization) => organizationRow(store, organization))}</tbody>
    </table>
  </div>`;
}

function organizationPanel(store: Store): Markup {
  const { organizations } = store.state;
  const isGenerated = ({ id }: StoredOrganization) =>
    store.state.members.some(
      (member) => member.organizationId === id && member.email === 'many@acme.example',
    );
  const generated = organizations.filter(isGenerated);
  const others = organizations.filter((organization) => !isGenerated(organization));
  return html`<section class="panel" aria-labelledby="organizations">
    <h2 id="organizations">Organizations</h2>
    <div data-region="organizations" class="stack">
      ${organizationTable(store, 'Seeded and created organizations', others)}
      <details data-key="generated">
        <summary>${generated.length} generated organizations of many@acme.example</summary>
        ${organizationTable(store, 'Generated organizations', generated)}
      </details>
    </div>
  </section>`;
}

function accountPanel(store: Store): Markup {
  return html`<section class="panel" aria-labelledby="people">
    <h2 id="people">Google accounts</h2>
    <ul class="lines" data-region="people">
      ${store.state.googleAccounts.map(
        (account) => html`<li>
          <div class="row">
            <span><strong>${account.email}</strong> <span class="quiet">${account.name}</span></span>
            <span class="tag ${account.emailVerified ? 'good' : 'warn'}">
              ${account.emailVerified ? 'confirmed by Google' : 'not confirmed'}
            </span>
          </div>
        </li>`,
      )}
    </ul>
  </section>`;
}

function sessionPanel(store: Store): Markup {
  const sessions = listSessions(store).reverse().slice(0, MAX_SHOWN);
  return html`<section class="panel" aria-labelledby="sessions">
    <h2 id="sessions">Sessions</h2>
    <div data-region="sessions">
      ${
        sessions.length === 0
          ? html`<p class="empty">No sessions yet.</p>`
          : html`<ul class="lines">
              ${sessions.map(
                (session) => html`<li data-id="${session.id}">
                  <div class="row">
                    <span>
                      <strong>${session.email}</strong>
                      <span class="quiet">@${session.organizationSlug} · since ${timeOfDay(session.startedAt)}</span>
                      ${session.impersonator === null ? '' : html`<span class="tag warn">impersonated</span>`}
                    </span>
                    ${
                      session.active
                        ? html`<button data-call="DELETE /_emulator/sessions/${session.id}" data-done="Revoked." aria-label="Revoke the session of ${session.email}">Revoke</button>`
                        : html`<span class="tag">ended</span>`
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
    <p class="quiet">A one-time link for a support agent.</p>
    <form class="stack" data-call="POST /_emulator/impersonate" data-done="The link expires in five minutes.">
      <label>Member <input name="email" type="email" required value="ada@acme.example" /></label>
      <label>Organization <input name="organizationSlug" required value="acme" /></label>
      <button class="primary">Create link</button>
      <output class="mono"></output>
    </form>
  </section>`;
}

/** The code that each member's authenticator app shows now, so that nobody needs a telephone. */
function authenticatorPanel(store: Store): Markup {
  const step = totpStep(store.clock.now());
  const enrolled = store.state.members.filter(({ totp }) => totp !== null);
  return html`<section class="panel" aria-labelledby="authenticators">
    <h2 id="authenticators">Authenticator codes</h2>
    <ul class="lines" data-region="authenticators" data-every="5">
      ${enrolled.map(({ id, email, organizationId, totp }) => {
        const code = totpCode(totp?.secret ?? '', step);
        return html`<li data-id="${id}">
          <div class="row">
            <span><strong>${email}</strong> <span class="quiet">@${findOrganization(store, organizationId)?.slug}</span></span>
            <span class="row"><span class="code">${code}</span>
              <button data-copy="${code}" aria-label="Copy the code of ${email}">Copy code</button></span>
          </div>
        </li>`;
      })}
    </ul>
  </section>`;
}

/** Renders the Google accounts, the sessions and the organizations with what each requires. */
export function peoplePage(store: Store): Promise<Response> {
  return consolePage(
    store,
    'People',
    html`<div class="grid">${accountPanel(store)}<div class="stack">${authenticatorPanel(store)}${sessionPanel(store)}${impersonatePanel()}</div></div>
      ${organizationPanel(store)}`,
  );
}
