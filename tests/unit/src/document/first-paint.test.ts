// @vitest-environment happy-dom
import { readFileSync } from 'node:fs';
import { beforeEach, expect, it } from 'vitest';
import { createActor } from 'xstate';
import { authView } from '#machines/auth/auth.view.ts';
import { NEW_TAB } from '#machines/auth-cases/start-inputs.ts';
import { stubbedAuthMachine } from '#machines/auth-cases/stubbed-machine.ts';
import { PRERENDERED_VIEW } from '#src/app/shell/hydration.ts';
import { chooseFirstPaint } from '#src/document/first-paint.ts';
import { SIGN_IN_KEYS } from '#src/storage/sign-in-keys.ts';
import { cookieNames, writeCookie } from '#src/stytch/session/cookies.ts';
import { sdkStorageKey } from '#src/stytch/session/sdk-storage-key.ts';
import { messages } from '#src/ui/messages.ts';
import { clearBrowser } from '../stytch/support/browser.ts';

beforeEach(clearBrowser);

const TOKEN = 'public-token-test-x';
const shown = (path = '/') => chooseFirstPaint(path, TOKEN);

it.each(Object.values(SIGN_IN_KEYS))('shows the logo when this tab stores %s [R1.9]', (key) => {
  expect(shown()).toBe('login');
  sessionStorage.setItem(key, 'anything');
  expect(shown()).toBe('loading');
});

it('shows the frame of the member pages to a session with its state, and no card to a callback [R1.9]', () => {
  const { session, intermediate } = cookieNames(TOKEN);
  writeCookie(session, 'x', Date.now() + 60_000);
  expect([shown(), shown('/health')]).toEqual(['loading', 'public']);
  localStorage.setItem(sdkStorageKey(TOKEN), '{}');
  expect(shown('/policies')).toBe('member');
  clearBrowser();
  expect(shown('/discovery')).toBe('loading');
  writeCookie(intermediate, 'x', Date.now() + 60_000);
  expect(shown()).toBe('loading');
});

it('the card is the view of a tab with nothing stored, with a place for the last organization [R1.9, R4.7]', () => {
  const actor = createActor(stubbedAuthMachine, { input: { ...NEW_TAB, now: Date.now } });
  const view = authView(actor.start().getSnapshot());
  expect({ ...view, lastOrganization: PRERENDERED_VIEW.lastOrganization }).toEqual(
    PRERENDERED_VIEW,
  );
  actor.stop();
});

it('index.html shows the text of the loading overlay beside the root, which the build fills [R1.9]', () => {
  const source = readFileSync('index.html', 'utf8');
  const page = new DOMParser().parseFromString(source, 'text/html');
  const firstPaint = page.querySelector('.first-paint');
  expect(firstPaint?.querySelector('p')?.textContent).toBe(messages.loading.restoring);
  expect(firstPaint?.parentElement?.firstElementChild?.outerHTML).toBe('<div id="root"></div>');
});
