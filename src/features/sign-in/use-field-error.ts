import { useState } from 'react';
import type { Notice } from '#machines/auth/auth.types.ts';
import type { SentenceRef } from '#machines/rules/sentence.ts';
import { sentenceOf } from './notices.ts';

/** What a field needs of a notice. */
export type FieldNotice = SentenceRef & Pick<Notice, 'isAboutInput'>;

/**
 * The message for a field: a notice about what was typed (R15.12).
 *
 * @param notice the notice of the view
 * @returns `error`: what is wrong with the text, `null` once it has been edited; `onEdit`: to be called when it changes
 */
export function useFieldError(notice: FieldNotice | null) {
  const [edited, setEdited] = useState<FieldNotice | null>(null);
  const isShown = notice?.isAboutInput === true && notice !== edited;
  return { error: isShown ? sentenceOf(notice) : null, onEdit: () => setEdited(notice) };
}

/** The notice that a screen shows by itself: none that stands at a field. */
export function generalNotice(notice: Notice | null): Notice | null {
  return notice?.isAboutInput === true ? null : notice;
}
