/** Fields of payloads that hold a moment; the cases give them in milliseconds from the moment of use. */
const MOMENTS = new Set(['at', 'expiresAt', 'intermediateExpiresAt', 'codeSentAt', 'linkSentAt']);

/** Payloads as text, and whether any moment is in it: looking for one takes longer than reading the text. */
const texts = new WeakMap<object, { readonly text: string; readonly timeless: boolean }>();

/**
 * A payload as it is at one moment.
 *
 * @param payload plain data whose moments are relative, in milliseconds
 * @param now epoch milliseconds
 * @returns a copy whose moments are epoch milliseconds
 */
export function atMoment<Payload extends object>(payload: Payload, now: number): Payload {
  const { text, timeless } = texts.get(payload) ?? textOf(payload);
  if (timeless) return JSON.parse(text);
  return JSON.parse(text, (key, value) => (isMoment(key, value) ? value + now : value));
}

function textOf(payload: object) {
  let timeless = true;
  const text = JSON.stringify(payload, (key, value) => {
    if (isMoment(key, value)) timeless = false;
    return value;
  });
  const known = { text, timeless };
  texts.set(payload, known);
  return known;
}

function isMoment(key: string, value: unknown): value is number {
  return MOMENTS.has(key) && typeof value === 'number';
}
