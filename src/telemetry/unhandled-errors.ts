interface CapturedError {
  readonly error: unknown;
  /** Epoch milliseconds. */
  readonly at: number;
}

/** A page that fails in a loop must not fill the memory. The first errors say the most. */
const BUFFER_SIZE = 20;

let captured: CapturedError[] = [];
let listener: ((captured: CapturedError) => void) | null = null;

function capture(error: unknown): void {
  if (error === undefined || error === null) return;
  const entry = { error, at: Date.now() };
  if (listener !== null) listener(entry);
  else if (captured.length < BUFFER_SIZE) captured.push(entry);
}

// This module is the product's first import, so that no earlier error is missed.
window.addEventListener('error', ({ error }) => capture(error));
window.addEventListener('unhandledrejection', ({ reason }) => capture(reason));

/** Listens to every unhandled error of this page. The errors captured before are delivered first, in order. */
export function onUnhandledError(listen: (captured: CapturedError) => void): void {
  listener = listen;
  for (const entry of captured) listen(entry);
  captured = [];
}
