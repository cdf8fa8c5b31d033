import { LONGEST_BACKOFF_DELAY } from '#machines/rules/backoff.ts';
import {
  REFRESH_INTERVAL,
  SESSION_DURATION_MINUTES,
  SESSION_WARNING,
} from '#machines/rules/limits.ts';
import { plantSession, signIn } from '../../support/plant.ts';
import {
  ADA,
  button,
  DORA,
  expect,
  expectState,
  firstPageHeading,
  SIGNED_IN,
  shownText,
  signedInAt,
  switchTo,
} from '../../support/test.ts';
import type { ScreenTour } from './screen-tour.ts';

const MINUTE = 60_000;
const REFRESH = '/b2b/sessions/authenticate';

/** An address behind the gate whose page calls nothing: moving the clock would time out the calls of another. */
const QUIET_PAGE = '/no/such/page';

/** The menus and banners of a session. */
export const memberTours: readonly ScreenTour[] = [
  {
    name: 'menus',
    states: ['signedIn.menu.reading', 'signedIn.session.switching', 'resuming'],
    async run({ page, emulator, visit }) {
      await signIn(page, DORA, 'acme');
      await button(page, 'Account: Dora Quist').click();
      await expect(shownText(page, DORA)).toBeVisible();
      await visit('account-menu');
      await page.keyboard.press('Escape');
      await button(page, 'Organization: Acme').click();
      await page.getByRole('menuitem', { name: 'Create organization' }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await visit('create-organization');
      await page.goto(QUIET_PAGE);
      await expect(page.getByRole('heading', { name: '404' })).toBeVisible();
      await visit('not-found');
      await page.goto('/terms.html');
      await page.evaluate(() => localStorage.clear());
      await plantSession(page, ADA, 'acme');
      await page.goto('/');
      await expect(shownText(page, /^You are now signed in as/)).toBeVisible();
      await visit('person-changed');
      await emulator.injectFault('/b2b/discovery/organizations', { kind: 'hang' }, 1);
      await button(page, 'Organization: Acme').click();
      await visit('menu-listing', signedInAt({ menu: 'reading' }));
      await page.reload();
      await button(page, 'Organization: Acme').click();
      await expect(page.getByRole('menuitemradio', { name: /Harbor/ })).toBeVisible();
      await visit('menu');
      await page.keyboard.press('Escape');
      await emulator.injectFault('/b2b/sessions/exchange', { kind: 'hang' });
      await switchTo(page, 'harbor');
      await visit('switching', signedInAt({ session: 'switching' }));
      await emulator.injectFault('/b2b/discovery/organizations', { kind: 'error', status: 500 });
      await page.reload();
      await button(page, 'Organization: Acme').click();
      await expect(
        page.getByRole('menuitem', { name: 'Load your other organizations' }),
      ).toBeVisible();
      await visit('menu-failed');
      await emulator.injectFault(REFRESH, { kind: 'hang' });
      await page.addInitScript(() => localStorage.clear());
      await page.reload();
      await visit('resuming', 'resuming');
    },
  },
  {
    name: 'refresh and the end of a session',
    states: [
      ...SIGNED_IN.split(' '),
      'signedIn.session.refreshing.sharing',
      'signedIn.session.extending',
      'signedIn.warning.warned',
    ],
    // The provider's clock is advanced before the page's: the service refuses a call that is sent between the two.
    consoleErrors: [/401 \(Unauthorized\)/],
    async run({ page, emulator, visit }) {
      await page.clock.install();
      await signIn(page, ADA, 'acme', QUIET_PAGE);
      await expect(page.getByRole('heading', { name: '404' })).toBeVisible();
      await emulator.injectFault(REFRESH, { kind: 'drop' }, 1);
      await emulator.injectFault(REFRESH, { kind: 'hang' });
      await page.clock.fastForward(REFRESH_INTERVAL);
      await expect(shownText(page, 'Reconnecting...')).toBeVisible();
      await visit('reconnecting', SIGNED_IN);
      await page.clock.fastForward(LONGEST_BACKOFF_DELAY);
      await visit('refreshing', signedInAt({ session: 'refreshing.sharing' }));
      await emulator.clearFaults();
      // A call that is sent after the emulator's clock was advanced would have a JWT that has ended there.
      const changes = page.waitForResponse('**/api/changes');
      await page.reload();
      await expectState(page, SIGNED_IN);
      await changes;
      const untilWarning = SESSION_DURATION_MINUTES * MINUTE - SESSION_WARNING + MINUTE;
      await emulator.advanceClock(untilWarning);
      await page.clock.fastForward(untilWarning);
      await expect(shownText(page, /Your session ends in less than/)).toBeVisible();
      // The refresh that became due meanwhile.
      await visit('session-expiring', signedInAt({ warning: 'warned' }));
      await emulator.injectFault(REFRESH, { kind: 'hang' }, 1);
      await button(page, 'Stay signed in').click();
      await visit('session-extending', signedInAt({ session: 'extending', warning: 'warned' }));
      await emulator.advanceClock(SESSION_WARNING);
      await page.clock.fastForward(SESSION_WARNING);
      await expect(shownText(page, 'Your session has ended. Please sign in again.')).toBeVisible();
      await visit('login-session-ended');
    },
  },
  {
    name: 'impersonation',
    states: SIGNED_IN.split(' '),
    async run({ page, emulator, visit }) {
      await page.goto((await emulator.impersonate(ADA, 'acme')).url);
      await expectState(page, SIGNED_IN);
      await expect(shownText(page, /IMPERSONATING USER/)).toBeVisible();
      await expect(firstPageHeading(page)).toBeVisible();
      await visit('impersonating');
    },
  },
];
