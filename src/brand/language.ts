/** The language of the sentences, and of the numbers and lists in them, as a BCP 47 tag. `lang` in `index.html` is the same. */
export const LANGUAGE = 'en';
