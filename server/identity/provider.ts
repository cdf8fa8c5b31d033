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
  /** Returns this machine's time in epoch milliseconds; a function, so that tests control it. */
  readonly now: () => number;
  /** Milliseconds after which the keys and the access policy are read again. */
  readonly maxAge: number;
}

/** Milliseconds within which the provider must respond. */
const TIMEOUT = 5_000;

/** Milliseconds between two attempts after a failure. */
const RETRY_AFTER = 5_000;

/** Sends a GET request. Rejects without a response, and for one that reports a failure. */
export async function getFromProvider(
  { origin, fetch }: Provider,
  path: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const signal = AbortSignal.timeout(TIMEOUT);
  const response = await fetch(new Request(origin + path, { headers, signal }));
  if (!response.ok) throw new Error(`The provider answered ${response.status} to GET ${path}.`);
  return response;
}

/**
 * Caches a value of the provider. One older than `maxAge` is read again in the background, while requests get the
 * last one: a slow or unreachable provider slows nobody down (R16.7).
 *
 * @param read reads the value
 * @param maxAge milliseconds
 * @param onRead receives the error of each reading; `null` of one that succeeds
 * @returns what resolves to the last value at once; only the first one is waited for. Rejects when none was ever read.
 */
export function cached<Value>(
  read: () => Promise<Value>,
  maxAge: number,
  onRead: (error: unknown) => void,
): () => Promise<Value> {
  let known: Promise<Value> | null = null;
  let latest: Promise<Value> | null = null;
  let nextRead = 0;
  return async () => {
    if (latest === null || performance.now() >= nextRead) {
      const reading = read();
      latest = reading;
      nextRead = performance.now() + maxAge;
      reading.then(
        () => {
          known = reading;
          onRead(null);
        },
        (error: unknown) => {
          nextRead = Math.min(nextRead, performance.now() + RETRY_AFTER);
          onRead(error);
        },
      );
    }
    return known ?? latest;
  };
}
