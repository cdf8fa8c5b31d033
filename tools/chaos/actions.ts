import type { Page } from '@playwright/test';
import type { Fault } from '#emulator/control/control-client.ts';
import type { ChaosRun } from './invariants.ts';

/** Something that a person, a browser or a network can do. */
interface Action {
  readonly name: string;
  perform(page: Page, run: ChaosRun): Promise<Page>;
}

const PEOPLE = [
  'ada@acme.example',
  'ben@birch.example',
  'cleo@cleo.example',
  'dora@acme.example',
  'ezra@fjord.example',
];

const PATHS = ['/', '/policies', '/policies?a=1#b', '/no/such/page', '/discovery', '/authenticate'];

const FAULTS: readonly Fault[] = [
  { kind: 'error', status: 500 },
  { kind: 'error', status: 401 },
  { kind: 'error', status: 429, retryAfter: 1 },
  { kind: 'drop' },
  { kind: 'html' },
  { kind: 'truncated' },
  { kind: 'wrongShape' },
  { kind: 'slow', latencyMs: 400 },
  { kind: 'hang' },
];

const INVALID_VALUES = ['{{{', 'null', '[]', '{"a":1}', '//evil.example', 'javascript:alert(1)'];

function pick<Item>(items: readonly Item[], { random }: ChaosRun): Item | undefined {
  return items[Math.floor(random() * items.length)];
}

/** Performs an action and ignores that the page does not allow it now, except when its locator is invalid. */
async function attempt(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (error instanceof Error && /strict mode|Unknown engine/.test(error.message)) throw error;
  }
}

function action(name: string, work: (page: Page, run: ChaosRun) => Promise<unknown>): Action {
  return {
    name,
    async perform(page, run) {
      await attempt(() => work(page, run));
      return page;
    },
  };
}

const click = action('click a button', async (page, run) => {
  const buttons = page.locator(
    'main button:enabled:visible, header button:enabled:visible, form button:enabled:visible, button:enabled:visible',
  );
  const count = await buttons.count();
  if (count > 0) await buttons.nth(Math.floor(run.random() * count)).click({ timeout: 1_500 });
});

const google = action('choose an account at Google', async (page, run) => {
  const start = page.getByRole('button', { name: 'Google' });
  if (await start.isVisible()) await start.click({ timeout: 1_500 });
  const person = pick(PEOPLE, run) ?? '';
  await page.getByRole('button', { name: person, exact: true }).click({ timeout: 2_000 });
});

const type = action('type a text', async (page, run) => {
  const fields = page.locator('input:enabled:visible');
  const count = await fields.count();
  if (count === 0) return;
  const to = pick(PEOPLE, run) ?? '';
  const [mail] = await run.emulator.inbox(to);
  const texts = [mail?.code ?? '000000', '123456', 'Kelp Forest', '  ', 'rc-ada-0001', '🎉'];
  await fields.nth(Math.floor(run.random() * count)).fill(pick(texts, run) ?? '');
  if (run.random() < 0.5) await page.keyboard.press('Enter');
});

const openLink: Action = {
  name: 'open the newest e-mailed link',
  async perform(page, run) {
    const [mail] = await run.emulator.inbox(pick(PEOPLE, run) ?? '');
    if (mail?.link === undefined) return page;
    const link = mail.link;
    const tab = await run.context.newPage();
    await attempt(() => tab.goto(link));
    await page.close();
    return tab;
  },
};

const otherTab: Action = {
  name: 'switch to another tab',
  async perform(page, { context, random }) {
    const pages = context.pages();
    if (pages.length < 3 && random() < 0.5) {
      const tab = await context.newPage();
      await attempt(() => tab.goto('/'));
      return tab.url() === 'about:blank' ? page : tab;
    }
    return pages[Math.floor(random() * pages.length)] ?? page;
  },
};

/** The actions, each as often as its share of the steps should be. */
export const actions: readonly Action[] = [
  click,
  click,
  click,
  click,
  google,
  google,
  type,
  type,
  openLink,
  otherTab,
  action('reload', (page) => page.reload()),
  action('go back', (page) => page.evaluate(() => window.history.back())),
  action('open an address', async (page, run) => page.goto(pick(PATHS, run) ?? '/')),
  action('inject a fault', async (_, run) => {
    const fault = pick(FAULTS, run);
    if (fault !== undefined) await run.emulator.injectFault('*', fault, run.random() < 0.7 ? 1 : 3);
  }),
  action('clear the faults', (_, { emulator }) => emulator.clearFaults()),
  action('go offline', async (page, { context }) => {
    await context.setOffline(true);
    await page.locator('button:enabled:visible').first().click({ timeout: 500 });
  }),
  action('go online', (_, { context }) => context.setOffline(false)),
  action('revoke a session', async (_, { emulator }) => {
    const [session] = await emulator.activeSessions();
    if (session !== undefined) await emulator.revokeSession(session.id);
  }),
  action('advance the provider’s clock', (_, { emulator, random }) =>
    emulator.advanceClock(Math.floor(random() * 12 * 60_000)),
  ),
  action('clear the cookies', (_, { context }) => context.clearCookies()),
  action('write invalid values into storage', async (page, run) => {
    const invalid = pick(INVALID_VALUES, run) ?? '';
    await page.evaluate((text) => {
      for (const area of [localStorage, sessionStorage]) {
        for (const key of Object.keys(area))
          if (Math.abs(key.length % 2) === 0) area.setItem(key, text);
      }
      localStorage.setItem('post_login_redirect', text);
    }, invalid);
  }),
];
