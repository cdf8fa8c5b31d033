/**
 * Runs in the page. Replaces each text by an element in an element, as browsers do, whenever one is added. Other words
 * would hide the controls from the tours: a text that does not go on gets a character without a width.
 */
export function translatePage(): void {
  const isTranslatable = (text: Node) =>
    text.parentElement?.closest('font, script, style, title, textarea, [translate="no"]') === null;
  const translate = (root: Node) => {
    const found = root instanceof CharacterData ? [root] : [];
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      if (texts.currentNode instanceof CharacterData) found.push(texts.currentNode);
    }
    for (const text of found.filter(isTranslatable)) {
      const font = document.createElement('font');
      font.append(document.createElement('font'));
      font.firstElementChild?.append(text.data.replace(/\S$/, '$&\u200b'));
      text.replaceWith(font);
    }
  };
  new MutationObserver((records) => {
    for (const { target, addedNodes } of records) {
      if (target instanceof CharacterData) translate(target);
      else for (const node of addedNodes) if (node.isConnected) translate(node);
    }
  }).observe(document, { childList: true, characterData: true, subtree: true });
}
