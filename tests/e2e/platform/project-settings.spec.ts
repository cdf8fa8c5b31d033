import type { Page } from '@playwright/test';
import {
  continueWithGoogle,
  expect,
  expectState,
  organizationRow,
  test,
} from '../support/product-test.ts';

type Settings = Record<string, unknown>;

const SETTINGS_CALL = '**/sdk/v1/projects/bootstrap/*';
const OWN_DOMAIN = 'https://login.acme.example';

/** Replaces every setting but one: a response without any known setting counts as none. */
const replaceOptional = ({ pkce_required_for_oauth, ...optional }: Settings, value: unknown) => ({
  ...Object.fromEntries(Object.keys(optional).map((name) => [name, value] as const)),
  pkce_required_for_oauth,
});

/** The settings of other projects, as changes of those of the emulator's project. */
const PROJECTS: readonly { readonly name: string; change: (settings: Settings) => Settings }[] = [
  {
    name: 'has no optional setting',
    change: ({ pkce_required_for_oauth }) => ({ pkce_required_for_oauth }),
  },
  { name: 'has null for every optional setting', change: (old) => replaceOptional(old, null) },
  {
    name: 'has a newer form of every setting, and of the vertical',
    change: (old) => ({
      ...replaceOptional(old, { form: 'newer' }),
      vertical: 'ANOTHER',
      a_new_setting: true,
    }),
  },
  {
    name: 'has a domain of its own, and a pattern for addresses',
    change: (old) => ({
      ...old,
      cname_domain: new URL(OWN_DOMAIN).host,
      slug_pattern: 'https://{{slug}}.acme.example',
    }),
  },
  {
    name: 'allows no new organizations',
    change: (old) => ({ ...old, create_organization_enabled: false }),
  },
];

/** Gives the page the settings of another project. */
async function changeSettings(page: Page, change: (settings: Settings) => Settings): Promise<void> {
  await page.route(SETTINGS_CALL, async (route) => {
    const response = await route.fetch();
    const answer: { data: Settings } = await response.json();
    await route.fulfill({ response, json: { ...answer, data: change(answer.data) } });
  });
}

for (const { name, change } of PROJECTS) {
  test(`a project that ${name} signs in, and the console stays empty [R15.8]`, async ({
    page,
    site,
  }) => {
    const logged: string[] = [];
    page.on('console', (message) => logged.push(message.text()));
    await changeSettings(page, change);
    // The project's own domain leads to the provider.
    await page.route(`${OWN_DOMAIN}/**`, (route) => {
      const { pathname, search } = new URL(route.request().url());
      return route.fulfill({ status: 302, headers: { location: site.origin + pathname + search } });
    });
    await page.goto('/');
    await continueWithGoogle(page, 'ada@acme.example');
    await organizationRow(page, 'acme').click();
    await expectState(page, 'signedIn.authenticated');
    await expect(page.getByRole('heading', { name: 'Policies', exact: true })).toBeVisible();
    expect(logged).toEqual([]);
  });
}
