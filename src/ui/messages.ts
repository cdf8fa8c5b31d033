/** The user-facing sentences of the shared components (R1.3 to R1.7). */
export const messages = {
  loading: {
    restoring: 'Loading…',
    signing_in: 'Signing you in…',
    signing_out: 'Signing you out…',
  },
  notFoundHeading: '404',
  notFound: 'The requested page could not be found.',
  errorHeading: 'Error',
  unexpectedHeading: 'Oops!',
  unexpected: 'An unexpected error occurred.',
  home: 'Go to the start page',
  reload: 'Reload',
  dismiss: 'Dismiss',
  copy: 'Copy',
  copied: 'Copied',
  copyFailed: 'Select and copy by hand',
  details: 'Details',
  requestId: 'Request ID',
  copyRequestId: 'Copy request ID',
  cookiesHeading: 'Cookies are needed',
  cookies:
    'Your browser does not let this site store anything, so you cannot sign in. Allow cookies and site data for this site, then try again.',
  tryAgain: 'Try again',
} as const;
