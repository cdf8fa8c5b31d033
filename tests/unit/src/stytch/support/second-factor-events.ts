import { totpCode, totpStep } from '#emulator/crypto/totp.ts';
import { SEED_TOTP_SECRET } from '#emulator/store/seed/seed.ts';
import type { AuthEvent } from '#machines/auth/auth.events.ts';

type Events = readonly (() => AuthEvent)[];

/** Types the code of the authenticator app. */
export const verifySecondFactor: Events = [
  () => ({ type: 'factor.verify', code: totpCode(SEED_TOTP_SECRET, totpStep(Date.now())) }),
];

/** Types a recovery code in place of it. */
export const recoverSecondFactor: Events = [
  () => ({ type: 'factor.useRecoveryCode' }),
  () => ({ type: 'factor.recover', code: 'rc-ada-0001' }),
];
