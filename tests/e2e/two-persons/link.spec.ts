import type { Page } from '@playwright/test';
import {
  continueWithGoogle,
  expect,
  expectState,
  googleButton,
  organizationRow,
  signOut,
  test,
} from '../support/product-test.ts';
import { addMember, foreignLink, newestLink, plantSession } from './attacker.ts';
import {
  ADA,
  BEN,
  confirmAndChoose,
  DORA,
  expectList,
  expectNoSession,
  expectQuestion,
  expectSignedIn,
  no,
  openTab,
  rejectAndKeepList,
  showList,
  signInBy,
  type Tabs,
  type TwoPersonsCase,
  yes,
} from './persons.ts';

const CONFIRM = 'signedOut.confirmingLink';

/** Signs Ben in at Google, and chooses an organization that asks him to verify his address. */
async function stepUp({ page }: Pick<Tabs, 'page'>, slug = 'birch'): Promise<void> {
  await page.goto('/');
  await continueWithGoogle(page, BEN);
  await organizationRow(page, slug).click();
  await expectState(page, /^signedOut\.stepUp/);
}

/** Ben waits for the link that he has requested. Returns the link. */
async function waitForLink(tabs: Tabs): Promise<string> {
  await stepUp(tabs);
  await tabs.page.getByRole('button', { name: 'Send magic link' }).click();
  await expectState(tabs.page, /magicLink\.awaitingLink/);
  return newestLink(tabs.emulator, BEN);
}

async function sendCode(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Send verification code' }).click();
  await expectState(page, /otp\.awaitingCode/);
}

/** Types the code that Ben has received. The step-up names him while it asks for it. */
async function typeCode({ page, emulator }: Pick<Tabs, 'page' | 'emulator'>): Promise<void> {
  await expect(page.getByRole('main')).toContainText('b***@birch.example');
  const [mail] = (await emulator.inbox(BEN)).filter(({ kind }) => kind === 'otp');
  await page.getByPlaceholder('Enter 6-digit code').fill(mail?.code ?? '');
}

const confirmLink = (page: Page) => page.getByRole('button', { name: 'Open the link' });

async function sentPaths({ emulator }: Tabs): Promise<string[]> {
  return (await emulator.calls()).filter((call) => /exchange|create|authenticate/.test(call));
}

const REDEEMED = ['POST /b2b/magic_links/discovery/authenticate'];

/** Opens a second tab that signs in to Acme as Ada, while the first one shows the step-up of Ben. */
async function signInElsewhere(tabs: Tabs): Promise<Tabs> {
  const other = { ...tabs, page: await tabs.context.newPage() };
  await other.page.goto('/');
  await other.page.getByRole('button', { name: '← Back to login' }).click();
  await continueWithGoogle(other.page, ADA);
  await signInBy(other, organizationRow(other.page, 'acme'), ADA);
  return other;
}

/** Opens a link of Dora, which was requested outside this browser, in the tab that shows the list of Ada. */
async function openLinkOverList(tabs: Tabs): Promise<void> {
  await showList(tabs, ADA);
  await tabs.page.goto(await foreignLink(tabs, DORA));
}

const links: readonly TwoPersonsCase[] = [
  {
    title: 'same tab: a link of a member of the waiting tab’s organization exchanges nothing',
    async run(tabs) {
      await addMember(tabs.emulator, DORA, 'birch');
      await waitForLink(tabs);
      const link = await foreignLink(tabs, DORA);
      await tabs.emulator.clearRequests();
      await tabs.page.goto(link);
      await expectQuestion(tabs.page, DORA, BEN);
      expect(await sentPaths(tabs)).toEqual(REDEEMED);
      await confirmAndChoose(tabs, DORA);
    },
  },
  {
    title: 'same tab: rejecting the foreign link keeps the step-up, which a new sign-in completes',
    async run(tabs) {
      await waitForLink(tabs);
      await tabs.page.goto(await foreignLink(tabs, DORA));
      await expectQuestion(tabs.page, DORA, BEN);
      await no(tabs.page).click();
      await expectState(tabs.page, /^signedOut\.stepUp/);
      const names = (await tabs.context.cookies()).map(({ name }) => name);
      expect(names).not.toContain('stytch_intermediate_session_token');
      expect(await tabs.emulator.activeSessions()).toEqual([]);
      await sendCode(tabs.page);
      await typeCode(tabs);
      await expectSignedIn(tabs, BEN);
    },
  },
  {
    title: 'same tab: the own link signs in without a question',
    async run(tabs) {
      await tabs.page.goto(await waitForLink(tabs));
      await expectSignedIn(tabs, BEN);
    },
  },
  {
    title: 'same tab: a link of another person over a list',
    async run(tabs) {
      await openLinkOverList(tabs);
      await expectState(tabs.page, CONFIRM);
      await confirmLink(tabs.page).click();
      await expectQuestion(tabs.page, DORA, ADA);
      await confirmAndChoose(tabs, DORA);
    },
  },
  {
    title: 'same tab: a link that waits for its confirmation keeps the list through a reload',
    async run(tabs) {
      await openLinkOverList(tabs);
      await expectState(tabs.page, CONFIRM);
      await tabs.page.reload();
      await expectList(tabs.page, ADA);
      await signInBy(tabs, organizationRow(tabs.page, 'acme'), ADA);
    },
  },
  {
    title: 'same tab: a rejected link over a list keeps its person',
    async run(tabs) {
      await openLinkOverList(tabs);
      await confirmLink(tabs.page).click();
      await expectQuestion(tabs.page, DORA, ADA);
      await rejectAndKeepList(tabs, ADA);
      await organizationRow(tabs.page, 'acme').click();
      await tabs.page.getByRole('button', { name: ADA, exact: true }).click();
      await expectSignedIn(tabs, ADA);
    },
  },
  {
    title: 'same tab: a signed-in member is asked whether to stay, and it is not redeemed',
    async run(tabs) {
      await tabs.page.goto('/');
      await continueWithGoogle(tabs.page, ADA);
      await signInBy(tabs, organizationRow(tabs.page, 'acme'), ADA);
      const link = await foreignLink(tabs, DORA);
      await tabs.emulator.clearRequests();
      await tabs.page.goto(link);
      await expectQuestion(tabs.page, ADA);
      await signInBy(tabs, yes(tabs.page), ADA);
      expect((await sentPaths(tabs)).filter((call) => call.includes('magic_links'))).toEqual([]);
    },
  },
  {
    title: 'new tab: a foreign link asks by name, and the waiting tab stays',
    async run(tabs) {
      await addMember(tabs.emulator, DORA, 'birch');
      await waitForLink(tabs);
      const opened = await openTab(tabs, await foreignLink(tabs, DORA));
      await expectQuestion(opened.page, DORA);
      expect(await tabs.emulator.activeSessions()).toEqual([]);
      await expectState(tabs.page, /magicLink\.awaitingLink/);
      await confirmAndChoose(opened, DORA);
      await expectQuestion(tabs.page, DORA, BEN);
    },
  },
  {
    title: 'new tab: rejecting a foreign link leaves nothing but the waiting tab',
    async run(tabs) {
      const own = await waitForLink(tabs);
      const opened = await openTab(tabs, await foreignLink(tabs, DORA));
      await expectQuestion(opened.page, DORA);
      await no(opened.page).click();
      await expectNoSession(opened);
      const again = await openTab(tabs, own);
      await expectSignedIn(tabs, BEN);
      // The rejection has removed the intermediate session of the sign-in that requested it, too.
      await expectQuestion(again.page, BEN);
      await signInBy(again, yes(again.page), BEN);
    },
  },
  {
    title: 'new tab: the own link completes the sign-in in both tabs',
    async run(tabs) {
      const opened = await openTab(tabs, await waitForLink(tabs));
      await expectSignedIn(tabs, BEN);
      await expectSignedIn(opened, BEN);
    },
  },
  {
    title: 'new tab: the own link continues after its tab was closed, while the sign-in lasts',
    async run(tabs) {
      const link = await waitForLink(tabs);
      await tabs.page.close();
      const opened = await openTab(tabs, link);
      await expectSignedIn(opened, BEN);
    },
  },
  {
    title: 'new tab: the link of a closed tab whose sign-in has ended asks by name',
    async run(tabs) {
      const link = await waitForLink(tabs);
      await tabs.page.close();
      await tabs.context.clearCookies({ name: 'stytch_intermediate_session_token' });
      const opened = await openTab(tabs, link);
      await expectQuestion(opened.page, BEN);
      await confirmAndChoose(opened, BEN, 'birch');
    },
  },
  {
    title:
      'new tab: a sign-in elsewhere before the waiting tab completes the own link asks in both',
    async run(tabs) {
      const link = await waitForLink(tabs);
      const exchange = '/b2b/discovery/intermediate_sessions/exchange';
      await tabs.emulator.injectFault(exchange, { kind: 'hang' }, 1);
      const opened = await openTab(tabs, link);
      await expectState(opened.page, 'signedOut.awaitingOtherTab');
      const other = await signInElsewhere(tabs);
      await expectQuestion(opened.page, ADA, BEN);
      await expectQuestion(tabs.page, ADA, BEN);
      await signInBy(opened, yes(opened.page), ADA);
      await expectSignedIn(other, ADA);
    },
  },
  {
    title: 'new tab: a sign-in elsewhere does not answer its question, and is asked about',
    async run(tabs) {
      const link = await waitForLink(tabs);
      await tabs.page.close();
      await tabs.context.clearCookies({ name: 'stytch_intermediate_session_token' });
      const other = await openTab(tabs, '/');
      await expectState(other.page, /^signedOut\.default/);
      const opened = await openTab(tabs, link);
      await expectQuestion(opened.page, BEN);
      await continueWithGoogle(other.page, ADA);
      await expectList(other.page, ADA);
      await signInBy(other, organizationRow(other.page, 'acme'), ADA);
      await expectQuestion(opened.page, ADA);
      await signInBy(opened, yes(opened.page), ADA);
    },
  },
  {
    title: 'new tab: a link with nobody’s sign-in asks by name',
    async run(tabs) {
      const opened = await openTab(tabs, await foreignLink(tabs, DORA));
      await expectState(opened.page, CONFIRM);
      await confirmLink(opened.page).click();
      await expectQuestion(opened.page, DORA);
      await confirmAndChoose(opened, DORA);
    },
  },
  {
    title: 'other tab: the own link opened over the list of another person makes that tab ask',
    async run(tabs) {
      const other = { ...tabs, page: await tabs.context.newPage() };
      await tabs.page.goto('/');
      await other.page.goto('/');
      await continueWithGoogle(other.page, ADA);
      await expectList(other.page, ADA);
      await continueWithGoogle(tabs.page, BEN);
      await organizationRow(tabs.page, 'birch').click();
      await tabs.page.getByRole('button', { name: 'Send magic link' }).click();
      await expectState(tabs.page, /magicLink\.awaitingLink/);
      await other.page.goto(await newestLink(tabs.emulator, BEN));
      await expectSignedIn(tabs, BEN);
      await expectQuestion(other.page, BEN, ADA);
      await signInBy(other, yes(other.page), BEN);
    },
  },
  {
    title: 'other order: the own link after somebody else has signed in asks, and is not redeemed',
    async run(tabs) {
      const link = await waitForLink(tabs);
      await tabs.page.goto('about:blank');
      const other = await signInElsewhere(tabs);
      await expectSignedIn(other, ADA);
      await tabs.emulator.clearRequests();
      const opened = await openTab(tabs, link);
      await expectQuestion(opened.page, ADA);
      expect(await sentPaths(tabs)).toEqual([]);
      await signInBy(opened, yes(opened.page), ADA);
    },
  },
  {
    title: 'other order: a link after a sign-in by code was not requested here',
    async run(tabs) {
      await waitForLink(tabs);
      await sendCode(tabs.page);
      await typeCode(tabs);
      await expectSignedIn(tabs, BEN);
      await signOut(tabs.page);
      await expectNoSession(tabs);
      await tabs.page.goto(await foreignLink(tabs, DORA));
      await expectState(tabs.page, CONFIRM);
      await confirmLink(tabs.page).click();
      await expectQuestion(tabs.page, DORA);
      await confirmAndChoose(tabs, DORA);
    },
  },
  {
    title: 'other order: a link after the session ended was not requested here',
    async run(tabs) {
      await tabs.page.goto(await waitForLink(tabs));
      await expectSignedIn(tabs, BEN);
      await tabs.context.clearCookies();
      await tabs.page.goto(await foreignLink(tabs, DORA));
      await expectState(tabs.page, CONFIRM);
      await confirmLink(tabs.page).click();
      await expectQuestion(tabs.page, DORA);
      await confirmAndChoose(tabs, DORA);
    },
  },
  {
    title:
      'other order: a link of the person before asks after Google has answered for another one',
    async run(tabs) {
      const link = await waitForLink(tabs);
      await tabs.page.goto('about:blank');
      await tabs.context.clearCookies();
      const other = { ...tabs, page: await tabs.context.newPage() };
      await other.page.goto('/');
      await continueWithGoogle(other.page, ADA);
      await expectList(other.page, ADA);
      const opened = await openTab(tabs, link);
      await expectState(opened.page, CONFIRM);
      await confirmLink(opened.page).click();
      await expectQuestion(opened.page, BEN);
      await no(opened.page).click();
      await expectNoSession(opened);
    },
  },
  {
    title: 'other order: a link after “Back to login” was not requested here',
    async run(tabs) {
      await waitForLink(tabs);
      await tabs.page.getByRole('button', { name: '← Choose a different organization' }).click();
      await tabs.page.getByRole('button', { name: '← Back to login' }).click();
      await expect(googleButton(tabs.page)).toBeEnabled();
      await tabs.page.goto(await foreignLink(tabs, DORA));
      await expectState(tabs.page, CONFIRM);
      await tabs.page.getByRole('button', { name: '← Back to login' }).click();
      await expectNoSession(tabs);
    },
  },
];

const codes: readonly TwoPersonsCase[] = [
  {
    title: 'same tab: it signs in the person that the step-up names',
    async run(tabs) {
      await stepUp(tabs);
      await sendCode(tabs.page);
      await typeCode(tabs);
      await expectSignedIn(tabs, BEN);
    },
  },
  {
    title:
      'other tab: the code belongs to its person although another one is at the list elsewhere',
    async run(tabs) {
      const other = await tabs.context.newPage();
      await other.goto('/');
      await stepUp(tabs, 'cedar');
      await sendCode(tabs.page);
      await continueWithGoogle(other, DORA);
      await expectList(other, DORA);
      await typeCode(tabs);
      await expectSignedIn(tabs, BEN);
      await expectQuestion(other, BEN, DORA);
    },
  },
  {
    title: 'other tab: a sign-in elsewhere is asked about, and rejecting it ends it',
    async run(tabs) {
      await stepUp(tabs);
      await sendCode(tabs.page);
      await signInElsewhere(tabs);
      await expectQuestion(tabs.page, ADA, BEN);
      await no(tabs.page).click();
      await expectNoSession(tabs);
    },
  },
  {
    title: 'other order: a sign-in elsewhere while the code is verified',
    async run(tabs) {
      await stepUp(tabs);
      await sendCode(tabs.page);
      await tabs.emulator.injectFault('/b2b/otps/email/discovery/authenticate', { kind: 'hang' });
      await typeCode(tabs);
      await expectState(tabs.page, /otp\.verifying/);
      await signInElsewhere(tabs);
      await expectQuestion(tabs.page, ADA, BEN);
      await signInBy(tabs, yes(tabs.page), ADA);
    },
  },
  {
    title: 'new tab: it shows the list of the step-up’s person, who signs in in both',
    async run(tabs) {
      await stepUp(tabs, 'cedar');
      await sendCode(tabs.page);
      const other = await tabs.context.newPage();
      await other.goto('/');
      await expectList(other, BEN);
      await typeCode(tabs);
      await expectSignedIn(tabs, BEN);
      await expectSignedIn({ ...tabs, page: other }, BEN);
    },
  },
  {
    title: 'same tab: a session planted during the step-up is asked about on reload',
    async run(tabs) {
      await stepUp(tabs);
      await plantSession(tabs, { email: DORA });
      await tabs.page.reload();
      await expectQuestion(tabs.page, DORA, BEN);
      await signInBy(tabs, yes(tabs.page), DORA);
    },
  },
];

for (const { title, run } of links) {
  test(`two persons, link, ${title} [R22.1, R22.3, R22.5]`, ({ page, context, emulator, site }) =>
    run({ page, context, emulator, origin: site.origin }));
}

for (const { title, run } of codes) {
  test(`two persons, code, ${title} [R22.1]`, ({ page, context, emulator, site }) =>
    run({ page, context, emulator, origin: site.origin }));
}
