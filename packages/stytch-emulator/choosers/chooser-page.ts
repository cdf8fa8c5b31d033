import { html } from 'hono/html';
import { htmlPage, type Markup } from '../pages/html.ts';
import type { GoogleAccount } from '../store/state.ts';

function accountButton(account: GoogleAccount): Markup {
  return html`<li>
    <button class="account" name="email" value="${account.email}" aria-label="${account.email}"
      aria-description="${account.emailVerified ? '' : 'unconfirmed'}">
      <span class="who">
        <span>${account.name}</span>
        <span class="address">${account.email}</span>
      </span>
      ${account.emailVerified ? '' : html`<span class="tag">unconfirmed</span>`}
    </button>
  </li>`;
}

/**
 * Renders the page that replaces Google's account chooser or an identity provider. `action` keeps the query of the
 * start, so that the choice is checked against the same parameters again.
 */
export function chooserPage(given: {
  provider: string;
  accounts: readonly GoogleAccount[];
  action: string;
  destination: string;
}): Promise<Response> {
  const { provider, accounts, action, destination } = given;
  return htmlPage({
    title: 'Choose an account · local emulator',
    body: html`<main class="card">
      <p class="ribbon">Local emulator · not ${provider}</p>
      <h1>Choose an account</h1>
      <p class="quiet">to continue to <strong>${destination}</strong></p>
      <form method="post" action="${action}">
        <input type="hidden" name="choice" value="person" />
        <ul>
          ${accounts.map(accountButton)}
        </ul>
      </form>
      <details>
        <summary>Use another account</summary>
        <form method="post" action="${action}" class="stack">
          <input type="hidden" name="choice" value="another" />
          <label>E-mail <input type="email" name="email" required autocomplete="off" /></label>
          <label>Name <input type="text" name="name" autocomplete="off" /></label>
          <button class="primary">Continue</button>
        </form>
      </details>
      <form method="post" action="${action}">
        <input type="hidden" name="choice" value="cancel" />
        <button class="plain">Cancel</button>
      </form>
    </main>`,
  });
}
