/** An error of the page that nobody handled. */
interface Heard {
  readonly error: unknown;
  /** Epoch milliseconds. */
  readonly at: number;
}

/** A page that fails in a loop fills no memory; the first errors are the telling ones. */
const BUFFER_SIZE = 20;

let heard: Heard[] = [];
let listener: ((heard: Heard) => void) | null = null;

function hear(error: unknown): void {
  if (error === undefined || error === null) return;
  const entry = { error, at: Date.now() };
  if (listener !== null) listener(entry);
  else if (heard.length < BUFFER_SIZE) heard.push(entry);
}

// From here on: this file is the first thing the product runs.
window.addEventListener('error', ({ error }) => hear(error));
window.addEventListener('unhandledrejection', ({ reason }) => hear(reason));

/**
 * Hears every unhandled error of this page, from its first moment on: first those that were kept, in order.
 *
 * @returns what ends the listening, after which errors are kept again
 */
export function onUnhandledError(listen: (heard: Heard) => void): () => void {
  listener = listen;
  for (const entry of heard) listen(entry);
  heard = [];
  return () => {
    listener = null;
  };
}

/** Stops keeping errors where nobody will ever read them. */
export function ignoreUnhandledErrors(): void {
  onUnhandledError(() => undefined);
}
