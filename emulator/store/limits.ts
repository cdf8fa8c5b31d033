const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** Every duration and count the emulator enforces; milliseconds unless the name says otherwise. */
export const LIMITS = {
  minute: MINUTE,
  intermediateSession: 10 * MINUTE,
  oauthToken: 5 * MINUTE,
  impersonationToken: 5 * MINUTE,
  impersonatedSessionMinutes: 60,
  sessionJwt: 5 * MINUTE,
  otpDefaultMinutes: 10,
  otpMinMinutes: 2,
  otpMaxMinutes: 15,
  magicLinkDefaultMinutes: 60,
  magicLinkMinMinutes: 5,
  magicLinkMaxMinutes: 10_080,
  totpDefaultMinutes: 60,
  totpMinMinutes: 5,
  totpMaxMinutes: 1_440,
  totpStep: 30 * SECOND,
  totpWindowSteps: 1,
  wrongCodes: 5,
  recoveryCodes: 10,
  sessionMinMinutes: 5,
  requestLog: 1_000,
  telemetryLog: 1_000,
  slowDefault: 2 * SECOND,
} as const;
