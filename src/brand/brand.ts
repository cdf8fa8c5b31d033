/** The product's name. Pages, mails of the emulator and tests read it here. */
export const PRODUCT_NAME = 'Charter';

/** Where "terms" leads to (R4.3): an `https:` address, or a path such as the page beside this file. */
export const TERMS_ADDRESS = '/terms.html';

/** Where "Help" leads to (R4.9): an `https:` or `mailto:` address; empty for no such link. */
export const HELP_ADDRESS: string = '';
