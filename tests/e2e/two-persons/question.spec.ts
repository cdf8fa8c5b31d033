import {
  chooseAccount,
  expect,
  expectState,
  googleButton,
  organizationRow,
  test,
} from '../support/product-test.ts';
import {
  ADA,
  DORA,
  expectNoSession,
  expectQuestion,
  expectSignedIn,
  no,
  openTab,
  showList,
  signInAtAcme,
  signInBy,
  type Tabs,
  type TwoPersonsCase,
  yes,
} from './persons.ts';

/** The page asks whether to continue as Ada, whose session is in the organization now. */
async function expectQuestionAt({ page }: Tabs, slug: string): Promise<void> {
  await expectQuestion(page, ADA);
  await expect(page.getByRole('main')).toContainText(`now signed in to @${slug}`);
}

/** Ada chooses another organization of hers in the menu of her tab. */
async function switchOrganization({ page }: Tabs, from: string, to: string): Promise<void> {
  await page.getByRole('button', { name: `Organization: ${from}` }).click();
  await page.getByRole('menuitemradio', { name: to }).click();
  await expect(page.getByRole('button', { name: `Organization: ${to}` })).toBeVisible();
}

/** Dora comes back from Google in her tab while Ada is signed in in the tab that is returned: Dora's asks. */
async function askDora(tabs: Tabs): Promise<Tabs> {
  const { page } = tabs;
  await page.goto('/');
  await googleButton(page).click();
  await expect(page.getByRole('heading', { name: 'Choose an account' })).toBeVisible();
  const adas = { ...tabs, page: await tabs.context.newPage() };
  await signInAtAcme(adas);
  await chooseAccount(page, DORA);
  await expectQuestionAt(tabs, 'acme');
  return adas;
}

const cases: readonly TwoPersonsCase[] = [
  {
    title: 'other tab: no switch of organization answers it',
    async run(tabs) {
      const adas = await askDora(tabs);
      await switchOrganization(adas, 'Acme', 'Harbor');
      await expectQuestionAt(tabs, 'harbor');
      await switchOrganization(adas, 'Harbor', 'Acme');
      await expectQuestionAt(tabs, 'acme');
      await signInBy(tabs, yes(tabs.page), ADA);
    },
  },
  {
    title: 'other tab: no switch of organization answers it after a reload',
    async run(tabs) {
      const adas = await askDora(tabs);
      await tabs.page.reload();
      await expectQuestionAt(tabs, 'acme');
      await switchOrganization(adas, 'Acme', 'Harbor');
      await expectQuestionAt(tabs, 'harbor');
      await no(tabs.page).click();
      await expectNoSession(tabs);
      await expectNoSession(adas);
    },
  },
  {
    title: 'other tab: no switch of organization answers it where it ended the redeeming',
    async run(tabs) {
      const { page, emulator } = tabs;
      const adas = { ...tabs, page: await tabs.context.newPage() };
      await page.goto('/');
      await showList(adas, ADA);
      await emulator.injectFault('/b2b/oauth/discovery/authenticate', { kind: 'hang' });
      await googleButton(page).click();
      await chooseAccount(page, DORA);
      await expectState(page, 'signedOut.redeeming');
      await signInBy(adas, organizationRow(adas.page, 'acme'), ADA);
      await expectQuestionAt(tabs, 'acme');
      await switchOrganization(adas, 'Acme', 'Harbor');
      await expectQuestionAt(tabs, 'harbor');
      await signInBy(tabs, yes(page), ADA);
    },
  },
  {
    title: 'new tab: it is answered in its own tab only',
    async run(tabs) {
      const adas = await askDora(tabs);
      const opened = await openTab(tabs, '/policies');
      await expectSignedIn(opened, ADA);
      await switchOrganization(adas, 'Acme', 'Harbor');
      await expectQuestionAt(tabs, 'harbor');
      await signInBy(tabs, yes(tabs.page), ADA);
      await expectSignedIn(opened, ADA);
    },
  },
];

for (const { title, run } of cases) {
  test(`two persons, open question, ${title} [R22.1, R22.11]`, ({
    page,
    context,
    emulator,
    site,
  }) => run({ page, context, emulator, origin: site.origin }));
}
