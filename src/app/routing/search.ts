/** The values of a query: text, until a page validates them. A name that occurs more than once has several. */
type Search = Record<string, string | string[]>;

/** Parses a query without interpreting its values: a long number keeps its digits. */
export function parseSearch(query: string): Search {
  const params = new URLSearchParams(query);
  return Object.fromEntries(
    [...params.keys()].map((name) => {
      const [value = '', ...others] = params.getAll(name);
      return [name, others.length === 0 ? value : [value, ...others]];
    }),
  );
}

/** Writes a query, with its question mark unless it is empty. A value that is `undefined` is left out. */
export function stringifySearch(search: Readonly<Record<string, unknown>>): string {
  const params = new URLSearchParams();
  for (const [name, values] of Object.entries(search)) {
    for (const value of [values].flat()) {
      if (value !== undefined) params.append(name, String(value));
    }
  }
  // Safari has no `size` before version 17.
  const text = params.toString();
  return text && `?${text}`;
}
