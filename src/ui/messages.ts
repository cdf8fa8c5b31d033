/** The user-facing sentences of the shared components (R1.3 to R1.7). */
export const messages = {
  loading: {
    restoring: 'Loading...',
    signing_in: 'Signing you in...',
    signing_out: 'Signing you out...',
  },
  signIn: 'Sign in',
  notFoundHeading: '404',
  notFound: 'The requested page could not be found.',
  errorHeading: 'Error',
  unexpectedHeading: 'Oops!',
  unexpected: 'An unexpected error occurred.',
  showAgain: 'Show the page again',
  home: 'Go to the start page',
  reload: 'Reload',
  dismiss: 'Dismiss',
  copy: 'Copy',
  copied: 'Copied.',
  copyFailed: 'Your browser blocked copying. The text is selected: copy it from there.',
  details: 'Details',
  requestId: 'Request ID',
  copyRequestId: 'Copy request ID',
} as const;
