// @vitest-environment happy-dom
import { readFileSync } from 'node:fs';
import { beforeEach, expect, it } from 'vitest';
import { createActor } from 'xstate';
import { authView } from '#machines/auth/auth.view.ts';
import { NEW_TAB } from '#machines/auth-cases/start-inputs.ts';
import { unprovidedAuthMachine } from '#machines/auth-cases/unprovided-machine.ts';
import { PRERENDERED_VIEW } from '#src/app/shell/hydration.ts';
import { chooseFirstPaint } from '#src/document/first-paint.ts';
import { SIGN_IN_KEYS } from '#src/storage/sign-in-keys.ts';
import { sdkStorageKey } from '#src/stytch/session/sdk-storage-key.ts';
import { messages } from '#src/ui/messages.ts';
import { clearBrowser } from '../stytch/support/browser.ts';

const TOKEN = 'public-token-test-x';

beforeEach(clearBrowser);

function setCookie(name: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox and Safari
  document.cookie = `${name}=x; path=/`;
}

it.each([
  ['login', '/', '/policies', '/no/such/page'],
  ['public', '/health', '/github/app-setup', '/github/connected', '/HEALTH/'],
  ['loading', '/discovery', '/authenticate', '/Discovery/', '/%64iscovery'],
])('shows "%s" on %s, %s and %s with nothing stored [R1.9]', (shown, ...paths) => {
  for (const path of paths) expect(chooseFirstPaint(path, TOKEN), path).toBe(shown);
});

it('shows the frame of the member pages for a session with its state, else the logo [R1.9]', () => {
  setCookie('stytch_session');
  expect(chooseFirstPaint('/', TOKEN)).toBe('loading');
  localStorage.setItem(sdkStorageKey(TOKEN), '{}');
  expect(chooseFirstPaint('/', TOKEN)).toBe('member');
});

it('shows the logo for an intermediate session, or what this tab stores of a sign-in [R1.9]', () => {
  for (const key of Object.values(SIGN_IN_KEYS)) {
    sessionStorage.setItem(key, 'anything');
    expect(chooseFirstPaint('/', TOKEN), key).toBe('loading');
    sessionStorage.clear();
  }
  setCookie('stytch_intermediate_session_token');
  expect(chooseFirstPaint('/', TOKEN)).toBe('loading');
});

it('the card is the view of a tab with nothing stored, with a place for the last organization [R1.9, R4.7]', () => {
  const input = { ...NEW_TAB, now: Date.now, random: Math.random };
  const actor = createActor(unprovidedAuthMachine, { input });
  actor.start();
  expect({
    ...authView(actor.getSnapshot()),
    lastOrganization: { id: '', slug: '', name: '' },
  }).toEqual(PRERENDERED_VIEW);
  actor.stop();
});

it('index.html shows the text of the loading overlay beside the root, which the build fills [R1.9]', () => {
  const source = readFileSync('index.html', 'utf8');
  const page = new DOMParser().parseFromString(source, 'text/html');
  const firstPaint = page.querySelector('.first-paint');
  expect(firstPaint?.querySelector('p')?.textContent).toBe(messages.loading.restoring);
  expect(firstPaint?.parentElement?.firstElementChild?.outerHTML).toBe('<div id="root"></div>');
});
