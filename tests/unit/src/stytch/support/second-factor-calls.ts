import { totpCode, totpStep } from '#emulator/crypto/totp.ts';
import { SEED_TOTP_SECRET } from '#emulator/store/seed/seed.ts';
import type { AuthEvent } from '#machines/auth/auth.events.ts';

type Events = readonly (() => AuthEvent)[];

const ADA = 'ada@acme.example';
const code = () => totpCode(SEED_TOTP_SECRET, totpStep(Date.now()));

/** What brings the product to call each endpoint of the second factor, which `reach` leads a person to. */
export const secondFactorCalls = <Load>(reach: (email: string) => readonly [Load, ...Events]) =>
  ({
    verifySecondFactor: [...reach(ADA), () => ({ type: 'factor.verify', code: code() })],
    recoverSecondFactor: [
      ...reach(ADA),
      () => ({ type: 'factor.useRecoveryCode' }),
      () => ({ type: 'factor.recover', code: 'rc-ada-0001' }),
    ],
    enrolSecondFactor: reach('ezra@fjord.example'),
  }) satisfies Record<string, readonly [Load, ...Events]>;
