import type { Page } from '@playwright/test';
import { totpCode, totpStep } from '#emulator/crypto/totp.ts';
import { SEED_TOTP_SECRET } from '#emulator/store/seed/seed.ts';
import type { AuthEvent } from '#machines/auth/auth.types.ts';
import { BIRCH, SESSION } from '#machines/auth-cases/fixtures.ts';
import { eventCases, type UserEventType } from '#machines/auth-cases/payload-cases.ts';
import { IMPERSONATION_COOKIE } from '#machines/rules/limits.ts';
import { messages as banner } from '#src/app/shell/impersonation/messages.ts';
import { messages as session } from '#src/app/shell/session/messages.ts';
import { lateMessages } from '#src/features/sign-in/late-messages.ts';
import { messages } from '#src/features/sign-in/messages.ts';
import { secondFactorMessages } from '#src/features/sign-in/second-factor/messages.ts';
import { selectionMessages } from '#src/features/sign-in/selection-messages.ts';
import { messages as ui } from '#src/ui/messages.ts';
import { putCookie, type TourTools } from './tour-tools.ts';

type EventOf<Type extends AuthEvent['type']> = Extract<AuthEvent, { type: Type }>;

/** How a person causes an event in a page. */
type Gesture<Type extends UserEventType> = (
  tools: TourTools,
  event: EventOf<Type>,
) => Promise<void>;

/** One gesture for each event of a person; an event without a gesture does not compile. */
const gestures = {
  'google.start': pressing(messages.login.google, selectionMessages.expiry.continue),
  // A row that has failed has the same button as its list.
  'google.chooseAccount': ({ page }) =>
    page.locator('[name="google.chooseAccount"]').first().click(),
  'organization.choose': ({ page }, { organization }) =>
    page.locator(`[data-organization-id="${organization.id}"]`).click(),
  'organization.type': pressing(selectionMessages.enterName),
  'organization.submit': async ({ page }, { name }) => {
    const field = page.getByPlaceholder(selectionMessages.namePlaceholder);
    await field.fill(name);
    await field.press('Enter');
  },
  'organization.cancel': pressing(selectionMessages.cancel),
  'organization.forget': pressing(messages.login.forget),
  'organization.continue': ({ page }) => page.locator('[name="organization.continue"]').click(),
  'organization.forgetLast': pressing(messages.login.forgetLast),
  'organization.chooseDifferent': pressing(lateMessages.chooseDifferent),
  'organization.return': ({ page }) =>
    page
      // The model's organization, or the one that was created.
      .getByRole('button', { name: lateMessages.returnTo.replace('{organization}', '').trim() })
      .click(),
  'organization.list': async ({ page }) => {
    const opener = page.locator('[aria-haspopup="menu"]');
    // The first press closes an open menu; the next one opens it and reads the list again.
    if ((await opener.getAttribute('aria-expanded')) === 'true') await opener.click();
    await opener.click();
  },
  'organization.closeMenu': ({ page }) => page.getByRole('menu').press('Escape'),
  'organization.switch': async ({ page }) => {
    const item = page.getByRole('menuitemradio', { name: BIRCH.name });
    // A closed menu is opened first; that holds a list, which the choice replaces.
    if (!(await item.isVisible())) await page.locator('[aria-haspopup="menu"]').click();
    await item.click();
  },
  'organization.create': async ({ page }, { name }) => {
    const item = page.getByRole('menuitem', { name: session.menu.create });
    if (!(await item.isVisible())) await page.locator('[aria-haspopup="menu"]').click();
    await item.click();
    const field = page.getByRole('dialog').getByPlaceholder(selectionMessages.namePlaceholder);
    await field.fill(name);
    await field.press('Enter');
  },
  back: pressing(messages.backToLogin),
  'code.send': pressing(lateMessages.stepUp.code.send, lateMessages.stepUp.code.resend),
  'code.verify': ({ page }, { code }) => typeCode(page, lateMessages.stepUp.code.label, code),
  'link.send': async (tools) => {
    // Once a code was sent, the link is collapsed.
    const disclosure = tools.page.locator('details:not([open]) > summary');
    if (await disclosure.isVisible()) await disclosure.click();
    await button(
      tools.page,
      lateMessages.stepUp.link.send,
      lateMessages.stepUp.link.resend,
    ).click();
  },
  'link.confirm': pressing(lateMessages.confirmLink.continue),
  'factor.verify': async ({ page, setup }) =>
    typeCode(page, secondFactorMessages.codeLabel, totpAt(SEED_TOTP_SECRET, await setup.now())),
  'factor.recover': async ({ page }, { recoveryCode }) => {
    const field = page.getByPlaceholder(secondFactorMessages.recoveryPlaceholder);
    await field.fill(recoveryCode);
    await field.press('Enter');
  },
  'factor.useRecoveryCode': pressing(secondFactorMessages.useRecoveryCode),
  'factor.useCode': pressing(secondFactorMessages.useCode),
  'factor.enrolled': async ({ page, setup }) => {
    const secret = (await page.locator('code').first().textContent()) ?? '';
    await typeCode(page, secondFactorMessages.codeLabel, totpAt(secret, await setup.now()));
  },
  'factor.retry': pressing(secondFactorMessages.retry),
  'codes.saved': pressing(secondFactorMessages.saved),
  'session.extend': pressing(session.stay),
  signOut: async ({ page }) => {
    const opener = page.locator(`button[aria-label^="${session.account.label('')}"]`);
    if ((await opener.getAttribute('aria-expanded')) === 'false') await opener.click();
    await button(page, session.signOut).click();
  },
  'impersonation.stop': async (tools) => {
    await putCookie(tools, IMPERSONATION_COOKIE, SESSION.memberId);
    await button(tools.page, banner.stop).click();
  },
  'notice.dismiss': pressing(ui.dismiss),
} as const satisfies { readonly [Type in UserEventType]: Gesture<Type> };

const table: { readonly [Type in UserEventType]: Gesture<Type> } = gestures;

/** Performs the gesture of an event with one of its payload cases. */
export async function makeGesture<Type extends UserEventType>(
  tools: TourTools,
  type: Type,
  name: string,
): Promise<void> {
  const found = eventCases[type].find((each) => each.name === name);
  if (found === undefined) throw new Error(`No case "${name}" of event "${type}".`);
  await table[type](tools, found.value);
}

export function isGesture(type: string): type is UserEventType {
  return type in table;
}

/** The code of an authenticator app at a time, in epoch milliseconds. */
function totpAt(secret: string, at: number): string {
  return totpCode(secret.replaceAll(' ', ''), totpStep(at));
}

function pressing(...names: readonly string[]) {
  return ({ page }: TourTools) => button(page, ...names).click();
}

function button(page: Page, ...names: readonly string[]) {
  const text = names.map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|');
  return page.getByRole('button', { name: new RegExp(`^(?:${text})$`) });
}

/** Types a code; the sixth digit submits it. */
async function typeCode(page: Page, label: string, code: string): Promise<void> {
  const field = page.getByLabel(label, { exact: true });
  await field.fill('');
  await field.fill(code.trim());
}
