import { expect } from '../../support/product-test.ts';
import type { ScreenTour } from './screen-tour.types.ts';

/** Pages that show without the machine, or in its place. */
export const pageTours: readonly ScreenTour[] = [
  {
    name: 'terms',
    states: [],
    async run({ page, visit }) {
      await page.goto('/terms.html');
      await visit('terms', ['light-narrow']);
    },
  },
  {
    name: 'provider unavailable',
    states: [],
    consoleErrors: [/^\[Stytch\]/],
    async run({ page, emulator, visit }) {
      await emulator.injectFault('/projects/bootstrap/*', { kind: 'error', status: 500 });
      await page.goto('/health');
      await expect(page.getByText('Not available')).toBeVisible();
      await visit('health-unavailable');
    },
  },
  {
    name: 'a file that a deploy has removed',
    states: [],
    consoleErrors: [
      /Failed to load resource/,
      /dynamically imported module/,
      /Failed to fetch/,
      /disallowed MIME type/,
    ],
    async run({ page, visit }) {
      await page.route(/assets\/health-/, (route) => route.fulfill({ status: 404, body: 'gone' }));
      await page.goto('/health');
      await expect(page.getByRole('heading', { name: 'Oops!' })).toBeVisible();
      await visit('error', ['light-narrow']);
    },
  },
  {
    name: 'a browser without cookies',
    states: [],
    async run({ page, visit }) {
      await page.addInitScript(() => {
        Object.defineProperty(Navigator.prototype, 'cookieEnabled', { get: () => false });
      });
      await page.goto('/');
      await expect(page.getByRole('heading', { name: 'Cookies are needed' })).toBeVisible();
      await visit('cookies-needed', ['dark-narrow']);
    },
  },
  {
    name: 'an older browser',
    states: [],
    async run({ page, visit }) {
      await page.addInitScript(() => {
        Reflect.deleteProperty(Intl, 'Segmenter');
      });
      await page.goto('/');
      await expect(page.getByText('Charter needs a newer browser: ')).toBeVisible();
      await visit('unsupported-browser', ['light-narrow']);
    },
  },
];
