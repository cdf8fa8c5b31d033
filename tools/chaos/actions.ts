import type { Page } from '@playwright/test';
import type { Fault } from '#emulator/control/control-client.ts';
import type { World } from './invariants.ts';

/** One thing a person, a browser or a network may do. */
interface Action {
  readonly name: string;
  run(page: Page, world: World): Promise<Page>;
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

const RUBBISH = ['{{{', 'null', '[]', '{"a":1}', '//evil.example', 'javascript:alert(1)'];

function pick<Item>(items: readonly Item[], { random }: World): Item | undefined {
  return items[Math.floor(random() * items.length)];
}

/** What cannot be done at this moment is left undone: the next step is another one. */
async function attempt(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (error instanceof Error && /strict mode|Unknown engine/.test(error.message)) throw error;
  }
}

function simple(name: string, work: (page: Page, world: World) => Promise<unknown>): Action {
  return {
    name,
    async run(page, world) {
      await attempt(() => work(page, world));
      return page;
    },
  };
}

const click = simple('press a button', async (page, world) => {
  const buttons = page.locator(
    'main button:enabled:visible, header button:enabled:visible, form button:enabled:visible, button:enabled:visible',
  );
  const count = await buttons.count();
  if (count > 0) await buttons.nth(Math.floor(world.random() * count)).click({ timeout: 1_500 });
});

const google = simple('choose a person at Google', async (page, world) => {
  const start = page.getByRole('button', { name: 'Google' });
  if (await start.isVisible()) await start.click({ timeout: 1_500 });
  const person = pick(PEOPLE, world) ?? '';
  await page.getByRole('button', { name: person, exact: true }).click({ timeout: 2_000 });
});

const type = simple('type something', async (page, world) => {
  const fields = page.locator('input:enabled:visible');
  const count = await fields.count();
  if (count === 0) return;
  const to = pick(PEOPLE, world) ?? '';
  const [mail] = await world.emulator.inbox(to);
  const texts = [mail?.code ?? '000000', '123456', 'Kelp Forest', '  ', 'rc-ada-0001', '🎉'];
  await fields.nth(Math.floor(world.random() * count)).fill(pick(texts, world) ?? '');
  if (world.random() < 0.5) await page.keyboard.press('Enter');
});

const openLink: Action = {
  name: 'open the newest e-mailed link',
  async run(page, world) {
    const [mail] = await world.emulator.inbox(pick(PEOPLE, world) ?? '');
    if (mail?.link === undefined) return page;
    const link = mail.link;
    const tab = await world.context.newPage();
    await attempt(() => tab.goto(link));
    await page.close();
    return tab;
  },
};

const otherTab: Action = {
  name: 'go on in another tab',
  async run(page, { context, random }) {
    const pages = context.pages();
    if (pages.length < 3 && random() < 0.5) {
      const tab = await context.newPage();
      await attempt(() => tab.goto('/'));
      return tab.url() === 'about:blank' ? page : tab;
    }
    return pages[Math.floor(random() * pages.length)] ?? page;
  },
};

/** Everything that may happen; what stands here more often happens more often. */
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
  simple('reload', (page) => page.reload()),
  simple('go back', (page) => page.evaluate(() => window.history.back())),
  simple('open an address', async (page, world) => page.goto(pick(PATHS, world) ?? '/')),
  simple('arm a fault', async (_, world) => {
    const fault = pick(FAULTS, world);
    if (fault !== undefined)
      await world.emulator.injectFault('*', fault, world.random() < 0.7 ? 1 : 3);
  }),
  simple('take the faults away', (_, { emulator }) => emulator.clearFaults()),
  simple('lose the network for a moment', async (page, { context }) => {
    await context.setOffline(true);
    await page.locator('button:enabled:visible').first().click({ timeout: 500 });
  }),
  simple('find the network again', (_, { context }) => context.setOffline(false)),
  simple('revoke a session', async (_, { emulator }) => {
    const [session] = await emulator.activeSessions();
    if (session !== undefined) await emulator.revokeSession(session.id);
  }),
  simple('let the provider’s time pass', (_, { emulator, random }) =>
    emulator.advanceClock(Math.floor(random() * 12 * 60_000)),
  ),
  simple('clear the cookies', (_, { context }) => context.clearCookies()),
  simple('write rubbish into storage', async (page, world) => {
    const rubbish = pick(RUBBISH, world) ?? '';
    await page.evaluate((text) => {
      for (const area of [localStorage, sessionStorage]) {
        for (const key of Object.keys(area))
          if (Math.abs(key.length % 2) === 0) area.setItem(key, text);
      }
      localStorage.setItem('post_login_redirect', text);
    }, rubbish);
  }),
];
