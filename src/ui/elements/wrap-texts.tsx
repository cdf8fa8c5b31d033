import { Children, type ReactNode } from 'react';

/**
 * Puts each text among the children into an element of its own. A translation replaces the text nodes of a page, and
 * React fails when it inserts before one that is gone; the text of an element can always be replaced (R1.27). The text of
 * a card that the browser has translated before React hydrates it is kept.
 */
export function wrapTextsInSpans(children: ReactNode): ReactNode {
  return Children.map(children, (child) =>
    typeof child === 'string' || typeof child === 'number' ? (
      <span suppressHydrationWarning>{child}</span>
    ) : (
      child
    ),
  );
}
