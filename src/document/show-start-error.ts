/**
 * Shows the error page of the document, for when the product cannot be loaded or started (R1.6). It is in a
 * template: tools that read the whole document would also read a hidden element.
 */
export function showStartError(): void {
  document.documentElement.dataset.firstPaint = 'failed';
  const template = document.querySelector('template');
  template?.replaceWith(template.content);
}
