/** The language of the sentences, of the document, and of the numbers and lists in sentences, as a BCP 47 tag. */
export const LANGUAGE = 'en';
