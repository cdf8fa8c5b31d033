/** The product's name. Pages, mails of the emulator and tests read it here. */
export const PRODUCT_NAME = 'Charter';

/** Where "terms" leads to (R4.3): an `https:` URL, or a path such as the page beside this file. */
export const TERMS_URL = '/terms.html';

/** Where "Help" leads to (R4.9): an `https:` or `mailto:` URL; empty for no such link. */
export const HELP_URL: string = '';
