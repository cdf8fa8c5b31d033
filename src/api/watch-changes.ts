/** Milliseconds before a stream is opened again, at least; each attempt that fails doubles them. */
const FIRST_WAIT = 1_000;

/** How often the wait doubles: up to a minute. */
const DOUBLINGS = 5;

/** Milliseconds that a stream must last for the next wait to be the first one again. */
const LONG_ENOUGH = 10_000;

/** Milliseconds without a byte after which a stream has ended: the service sends one every 20 seconds. */
const SILENCE = 45_000;

/**
 * Listens to the stream of changes while the page is visible: a browser has few connections for all tabs of a site.
 * However a stream ends, the next one waits, and longer with each that did not last; by chance, so that the pages of a
 * service that was restarted do not all come at once (R17.4).
 *
 * @param open requests the stream
 * @param onChange receives the name of the table that has changed; `null` when any of them may have
 * @returns a function that ends the stream
 */
export function watchChanges(
  open: (signal: AbortSignal) => Promise<Response>,
  onChange: (table: string | null) => void,
): () => void {
  let request = new AbortController();
  let next: ReturnType<typeof setTimeout> | undefined;

  const follow = async (failures: number, isFirst: boolean) => {
    const { signal } = request;
    const openedAt = performance.now();
    await readEvents(request, open, (data) => {
      // The beginning of the stream is no change, but some may have been missed before it.
      if (data !== '' || !isFirst) onChange(data === '' || data === '*' ? null : data);
    }).catch(() => undefined);
    if (signal !== request.signal) return;
    const hasLasted = performance.now() - openedAt > LONG_ENOUGH;
    const doublings = hasLasted ? 0 : failures;
    const again = () => {
      request = new AbortController();
      void follow(Math.min(doublings + 1, DOUBLINGS), false);
    };
    next = setTimeout(again, (1 + Math.random()) * FIRST_WAIT * 2 ** doublings);
  };
  const stop = () => {
    clearTimeout(next);
    request.abort();
    request = new AbortController();
  };
  const followWhileVisible = () => {
    stop();
    if (document.visibilityState === 'visible') void follow(0, true);
  };
  followWhileVisible();
  document.addEventListener('visibilitychange', followWhileVisible);
  return () => {
    document.removeEventListener('visibilitychange', followWhileVisible);
    stop();
  };
}

/**
 * Opens a stream and reads the `data` of each event, until it ends or is silent. `EventSource` would send no
 * `Authorization` header. A response that is no stream of events ends at once; without one it rejects.
 */
async function readEvents(
  request: AbortController,
  open: (signal: AbortSignal) => Promise<Response>,
  onData: (data: string) => void,
): Promise<void> {
  const end = () => request.abort();
  let silence = setTimeout(end, SILENCE);
  try {
    const { headers, body } = await open(request.signal);
    if (!headers.get('content-type')?.startsWith('text/event-stream')) return end();
    const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    for (;;) {
      const { done = true, value = '' } = (await reader?.read()) ?? {};
      if (done) return;
      clearTimeout(silence);
      silence = setTimeout(end, SILENCE);
      const lines = (text + value).split('\n');
      text = lines.pop() ?? '';
      for (const line of lines) {
        const [, data] = /^data: (.*)$/.exec(line) ?? [];
        if (data !== undefined) onData(data);
      }
    }
  } finally {
    clearTimeout(silence);
  }
}
