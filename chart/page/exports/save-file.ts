/** Browsers fetch the address of a download after the click, Safari after a question to the person. */
const FETCHED_AFTER_MS = 60_000;

/** Lets the browser save a text as a file. */
export function saveFile(fileName: string, type: string, text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = fileName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), FETCHED_AFTER_MS);
}
