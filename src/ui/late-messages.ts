/** The user-facing sentences of the shared components that load late. */
export const lateMessages = {
  copy: 'Copy',
  copied: 'Copied.',
  copyFailed: 'Your browser did not allow it. The text is selected: copy it by hand.',
  details: 'Details',
  requestId: 'Request ID',
  copyRequestId: 'Copy request ID',
} as const;
