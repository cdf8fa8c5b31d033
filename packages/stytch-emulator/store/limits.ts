const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** Every duration and count that the emulator enforces. */
export const LIMITS = {
  minuteMs: MINUTE,
  intermediateSessionMs: 10 * MINUTE,
  oauthTokenMs: 5 * MINUTE,
  impersonationTokenMs: 5 * MINUTE,
  impersonatedSessionMinutes: 60,
  sessionJwtMs: 5 * MINUTE,
  sessionMinutes: { default: 60, min: 5, max: 527_040 },
  otpMinutes: { default: 10, min: 2, max: 15 },
  magicLinkMinutes: { default: 60, min: 5, max: 10_080 },
  inviteMinutes: { default: 10_080, min: 5, max: 10_080 },
  searchResults: { default: 100, max: 1_000 },
  totpEnrolmentMinutes: 60,
  totpStepMs: 30 * SECOND,
  /** How many steps before and after the current one a TOTP code may belong to. */
  totpWindowSteps: 1,
  captchaTokenMs: 2 * MINUTE,
  wrongCodes: 5,
  recoveryCodes: 10,
  keptAfterExpiryMs: 24 * 60 * MINUTE,
  requestLogEntries: 1_000,
  telemetryLogEntries: 1_000,
  slowFaultDefaultMs: 2 * SECOND,
} as const;
