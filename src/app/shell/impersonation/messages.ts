/** The user-facing sentences of the impersonation banner (R12.2). */
export const messages = {
  label: 'Impersonation',
  impersonating: 'IMPERSONATING USER: {memberId}',
  minutesLeft: (minutes: number) => (minutes === 1 ? '1 minute left' : `${minutes} minutes left`),
  stop: 'Stop Impersonation',
} as const;
