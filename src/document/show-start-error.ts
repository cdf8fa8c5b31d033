/**
 * Shows the error page of the document, for when the product cannot be loaded or started (R1.6). A hidden one would be
 * read by what reads the whole document, so it is in a template.
 */
export function showStartError(): void {
  document.documentElement.dataset.firstPaint = 'failed';
  const template = document.querySelector('template');
  template?.replaceWith(template.content);
}
