/** The project at the provider, and how to reach it. */
export interface Provider {
  /** The public token of the project, with which everybody may read its settings. */
  readonly publicToken: string;
  /** The id of the project: the audience of its JWTs. It is not a secret. */
  readonly projectId: string;
  /** The origin of the provider's API, without a trailing slash. */
  readonly origin: string;
  /** The origin of the site, which the provider compares with the project's authorized domains. */
  readonly site: string;
  /** Sends a request to the provider. */
  readonly fetch: (request: Request) => Promise<Response>;
  /** The provider's time in epoch milliseconds. */
  readonly now: () => number;
  /** Milliseconds after which the keys and the access policy are read again. */
  readonly maxAge: number;
}

/** Milliseconds that the provider has for a response. */
const TIMEOUT = 5_000;

/** Sends a GET request. Rejects without a response, and for one that reports a failure. */
export async function getFromProvider(
  { origin, fetch }: Provider,
  path: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<unknown> {
  const signal = AbortSignal.timeout(TIMEOUT);
  const response = await fetch(new Request(origin + path, { headers, signal }));
  if (!response.ok) throw new Error(`The provider answered ${response.status} to GET ${path}.`);
  return response.json();
}

/**
 * Caches a value that is read from the provider. It is read again when it is older than `maxAge`; while that fails, the
 * last one counts for as long again, because a provider that is away would slow down every request.
 *
 * @param read reads the value
 * @param maxAge milliseconds
 * @returns a function that resolves to the value; it rejects when none was ever read
 */
export function cached<Value>(read: () => Promise<Value>, maxAge: number): () => Promise<Value> {
  let last: Promise<Value> | null = null;
  let readAt = 0;
  return () => {
    if (last !== null && Date.now() - readAt < maxAge) return last;
    const before = last;
    readAt = Date.now();
    last = read().catch((error: unknown) => {
      if (before !== null) return before;
      last = null;
      throw error;
    });
    return last;
  };
}
