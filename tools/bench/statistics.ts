/**
 * Returns the middle value, or the mean of the two in the middle.
 *
 * @throws a RangeError when there is no value
 */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  const upper = sorted[Math.floor(middle)];
  const lower = sorted[Math.ceil(middle) - 1];
  if (upper === undefined || lower === undefined) throw new RangeError('There is no value.');
  return (lower + upper) / 2;
}
