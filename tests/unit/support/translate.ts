/**
 * Replaces each text as the translation of a browser does: by an element in an element. Text without a word is replaced
 * too, which only some translations do.
 *
 * @param words translates the words of one text
 */
export function translate(root: Node, words: (text: string) => string = (text) => text): void {
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const found: CharacterData[] = [];
  while (texts.nextNode()) {
    if (texts.currentNode instanceof CharacterData) found.push(texts.currentNode);
  }
  for (const text of found) {
    const outer = document.createElement('font');
    const inner = document.createElement('font');
    inner.textContent = words(text.data);
    outer.append(inner);
    text.replaceWith(outer);
  }
}
