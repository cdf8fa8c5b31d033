/** Each payload as text, and whether it holds a time: finding one takes longer than parsing the text. */
const cache = new WeakMap<object, { readonly text: string; readonly hasTimes: boolean }>();

/**
 * A copy of a payload whose relative times are absolute. A number under `at`, or under a name that ends in `At`,
 * is a time.
 *
 * @param payload JSON data with times in milliseconds relative to `now`
 * @param now epoch milliseconds
 * @returns a copy with epoch milliseconds; a payload that is not an object is returned as it is
 */
export function withAbsoluteTimes<Payload>(payload: Payload, now: number): Payload {
  if (typeof payload !== 'object' || payload === null) return payload;
  const { text, hasTimes } = cache.get(payload) ?? serialized(payload);
  if (!hasTimes) return payload;
  return JSON.parse(text, (key, value) => (isTime(key, value) ? value + now : value));
}

function serialized(payload: object) {
  let hasTimes = false;
  const text = JSON.stringify(payload, (key, value) => {
    if (isTime(key, value)) hasTimes = true;
    return value;
  });
  const entry = { text, hasTimes };
  cache.set(payload, entry);
  return entry;
}

function isTime(key: string, value: unknown): value is number {
  return typeof value === 'number' && (key === 'at' || key.endsWith('At'));
}
