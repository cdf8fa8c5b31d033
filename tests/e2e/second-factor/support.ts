import type { Page } from '@playwright/test';
import { totpCode, totpStep } from '#emulator/crypto/totp.ts';
import { ADA, type App, SIGNED_IN } from '../support/app.ts';

/** A person of the emulator's seed without an authenticator app. */
export const EZRA = 'ezra@fjord.example';

/** The secret of Ada's authenticator app. */
export const ADAS_SECRET = 'JBSWY3DPEHPK3PXP';

/** Returns the code that an authenticator app shows now. */
export function totp(secret: string): string {
  return totpCode(secret.replaceAll(' ', ''), totpStep(Date.now()));
}

/** Returns the secret that an enrolment shows as text. */
export async function shownSecret(page: Page): Promise<string> {
  return (await page.locator('code').first().textContent()) ?? '';
}

/** Signs in with a wrong code of an authenticator app, then with a recovery code. Adds what must stay secret. */
export async function typeSecondFactor(app: App, typed: string[], secrets: Set<string>) {
  const { page } = app;
  await app.openList(ADA);
  await app.organizationRow('fjord').click();
  const wrong = totp(ADAS_SECRET) === '000001' ? '000002' : '000001';
  typed.push(wrong);
  await app.codeField.fill(wrong);
  await page.getByRole('alert').waitFor();
  await app.button('Use a recovery code').click();
  for (const secret of ['rc-ada-0001', ADAS_SECRET]) secrets.add(secret);
  await page.getByRole('textbox', { name: /recovery code/i }).fill('rc-ada-0001');
  await page.keyboard.press('Enter');
  await app.expectState(SIGNED_IN);
}
