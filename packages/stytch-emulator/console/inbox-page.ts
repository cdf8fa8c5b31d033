import { html } from 'hono/html';
import type { Markup } from '../pages/html.ts';
import { type InboxEntry, listInbox } from '../store/mail.ts';
import type { Store } from '../store/store.ts';
import { consolePage, timeOfDay } from './layout.ts';

const STATES = {
  open: { label: 'Unused', tone: 'good' },
  used: { label: 'Used', tone: '' },
  expired: { label: 'Expired', tone: 'warn' },
  superseded: { label: 'Replaced by a newer one', tone: '' },
} as const;

function linkActions(mail: InboxEntry, link: string): Markup {
  return html`<div class="row">
    <span class="row">
      <a class="button" href="${link}" target="_blank" rel="noopener">Open link</a>
      <button data-copy="${link}">Copy link</button>
      <button class="plain" data-call="POST /_emulator/inbox/${mail.id}/scan" data-done="The link is now used.">
        Simulate a mail scanner
      </button>
    </span>
  </div>`;
}

function mailItem(mail: InboxEntry): Markup {
  const { label, tone } = STATES[mail.state];
  return html`<li data-id="${mail.id}" class="${mail.state === 'open' ? '' : 'spent'}">
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
    ${mail.link === undefined ? '' : linkActions(mail, mail.link)}
  </li>`;
}

/** Renders the inbox: every code and link, newest first. */
export function inboxPage(store: Store): Promise<Response> {
  const mails = listInbox(store);
  return consolePage(
    store,
    'Inbox',
    html`<section class="panel" aria-labelledby="inbox">
      <div class="row">
        <h2 id="inbox">Inbox</h2>
        <button class="plain" data-call="DELETE /_emulator/inbox" data-done="Inbox cleared.">Clear inbox</button>
      </div>
      <div data-region="inbox" aria-live="polite">
        ${
          mails.length === 0
            ? html`<p class="empty">No mail yet. Codes and links appear here when they are sent.</p>`
            : html`<ul class="mails">${mails.map(mailItem)}</ul>`
        }
      </div>
    </section>`,
  );
}
