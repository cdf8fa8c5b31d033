/** Milliseconds between two attempts to open the stream. */
const OPEN_AGAIN = 3_000;

/**
 * Listens to the stream of changes while the page is visible: a browser has few connections for all tabs of a site. It
 * opens the stream again when it has ended, as it does with each session JWT.
 *
 * @param open requests the stream
 * @param onChange receives the name of the resource that has changed; `null` when any of them may have
 * @returns a function that ends the stream
 */
export function watchChanges(
  open: (signal: AbortSignal) => Promise<Response>,
  onChange: (resource: string | null) => void,
): () => void {
  let stream = new AbortController();
  const follow = async ({ signal }: AbortController) => {
    for (let isFirst = true; !signal.aborted; isFirst = false) {
      try {
        const response = await open(signal);
        if (!isFirst) onChange(null);
        await readEvents(response, (data) => onChange(data === '*' ? null : data));
      } catch {
        await new Promise((resolve) => setTimeout(resolve, OPEN_AGAIN));
      }
    }
  };
  const followWhileVisible = () => {
    stream.abort();
    stream = new AbortController();
    if (document.visibilityState === 'visible') void follow(stream);
  };
  followWhileVisible();
  document.addEventListener('visibilitychange', followWhileVisible);
  return () => {
    document.removeEventListener('visibilitychange', followWhileVisible);
    stream.abort();
  };
}

/** Reads the `data` of each event until the stream ends. `EventSource` would send no `Authorization` header. */
async function readEvents(response: Response, onData: (data: string) => void): Promise<void> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (;;) {
    const { done = true, value = '' } = (await reader?.read()) ?? {};
    if (done) return;
    const lines = (text + value).split('\n');
    text = lines.pop() ?? '';
    for (const line of lines) {
      const [, data] = /^data: (.+)$/.exec(line) ?? [];
      if (data !== undefined) onData(data);
    }
  }
}
