/** The sentences of the second factor that the machine says. */
export const secondFactorNotices = {
  expired:
    'For your safety, your sign-in expired after 10 minutes. Choose your organization to try again.',
  /** `left`: how many are left, if the provider said it. */
  recoveryCodeUsed: (left: number | undefined) =>
    `You used a recovery code. It works only once.${left === undefined ? '' : ` Codes left: ${left}.`}`,
} as const;
