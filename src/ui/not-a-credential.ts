/**
 * Attributes of a field that holds no credential. Password managers then neither fill it nor offer to, each by the
 * attribute that it reads: 1Password, LastPass, Bitwarden, Dashlane, Proton Pass.
 */
export const NOT_A_CREDENTIAL = {
  'data-1p-ignore': '',
  'data-lpignore': 'true',
  'data-bwignore': '',
  'data-form-type': 'other',
  'data-protonpass-ignore': '',
} as const;
