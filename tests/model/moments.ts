/** Fields of payloads that hold a moment; the cases give them in milliseconds from the moment of use. */
const MOMENTS = new Set(['at', 'expiresAt', 'intermediateExpiresAt', 'codeSentAt', 'linkSentAt']);

const texts = new WeakMap<object, string>();

/**
 * A payload as it is at one moment.
 *
 * @param payload plain data whose moments are relative, in milliseconds
 * @param now epoch milliseconds
 * @returns a copy whose moments are epoch milliseconds
 */
export function atMoment<Payload extends object>(payload: Payload, now: number): Payload {
  let text = texts.get(payload);
  if (text === undefined) {
    text = JSON.stringify(payload);
    texts.set(payload, text);
  }
  return JSON.parse(text, (key, value) =>
    MOMENTS.has(key) && typeof value === 'number' ? value + now : value,
  );
}
