import { html } from 'hono/html';
import { totpCode, totpStep } from '../crypto/totp.ts';
import type { Markup } from '../pages/html.ts';
import { findOrganization } from '../store/lookup.ts';
import { type InboxEntry, listInbox } from '../store/mail.ts';
import type { Store } from '../store/store.ts';
import { consolePage, listRegion, timeOfDay } from './layout.ts';

const STATES = {
  open: { label: 'Unused', tone: 'good' },
  used: { label: 'Used', tone: '' },
  expired: { label: 'Expired', tone: 'warn' },
  superseded: { label: 'Replaced by a newer one', tone: '' },
} as const;

function linkActions(link: string): Markup {
  return html`<div class="row">
    <a class="button" href="${link}" target="_blank" rel="noopener">Open link</a>
    <button data-copy="${link}">Copy link</button>
  </div>`;
}

function mailItem(mail: InboxEntry): Markup {
  const { label, tone } = STATES[mail.state];
  return html`<li class="${mail.state === 'open' ? '' : 'spent'}">
    <div class="row">
      <strong>${mail.to}</strong>
      <span class="quiet">
        <span class="tag ${tone}">${label}</span>
        ${timeOfDay(mail.sentAt)}
      </span>
    </div>
    <p class="quiet">${mail.subject}</p>
    ${
      mail.code === undefined
        ? ''
        : html`<div class="row">
            <span class="code">${mail.code}</span>
            <button class="${mail.state === 'open' ? 'primary' : ''}" data-copy="${mail.code}">Copy code</button>
          </div>`
    }
    ${mail.link === undefined ? '' : linkActions(mail.link)}
  </li>`;
}

/** The code that each member's authenticator app shows now, so that nobody needs a telephone. */
function authenticatorItems(store: Store): Markup[] {
  const step = totpStep(store.clock.now());
  return store.state.members.flatMap(({ email, organizationId, totp }) => {
    if (totp === null) return [];
    const code = totpCode(totp.secret, step);
    return html`<li>
      <div class="row">
        <span><strong>${email}</strong> <span class="quiet">@${findOrganization(store, organizationId)?.slug}</span></span>
        <span class="row"><span class="code">${code}</span>
          <button data-copy="${code}" aria-label="Copy the code of ${email}">Copy code</button></span>
      </div>
    </li>`;
  });
}

/** Renders the inbox, newest mail first, and the codes of the authenticator apps. */
export function inboxPage(store: Store): Promise<Response> {
  return consolePage(
    store,
    'Inbox',
    html`<section class="panel" aria-labelledby="inbox">
        <div class="row">
          <h2 id="inbox">Inbox</h2>
          <button class="plain" data-call="DELETE /_emulator/inbox" data-done="Inbox cleared.">Clear inbox</button>
        </div>
        <div aria-live="polite">
          ${listRegion('inbox', listInbox(store).map(mailItem), 'No mail yet. Codes and links appear here when they are sent.')}
        </div>
      </section>
      <section class="panel" aria-labelledby="authenticators">
        <h2 id="authenticators">Authenticator codes</h2>
        ${listRegion('authenticators', authenticatorItems(store), 'No member has an authenticator app.')}
      </section>`,
  );
}
