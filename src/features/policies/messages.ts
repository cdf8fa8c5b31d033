/** Every sentence of the policies page. */
export const messages = {
  heading: 'Policies',
  empty: 'No policies yet.',
  emptyHint: (organization: string) => `Policies of ${organization} will be listed here.`,
} as const;
