/** Browsers fetch the address of a download after the click, Safari after a question to the person. */
const FETCHED_AFTER_MS = 60_000;

/** Lets the browser save a text or an image as a file. */
export function saveFile(fileName: string, type: string, content: string | Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([content], { type }));
  link.download = fileName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), FETCHED_AFTER_MS);
}
