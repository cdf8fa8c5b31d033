/** Milliseconds in words: `340 ms`, `2.4 s`, `3 min`, `2 h`. */
export function duration(milliseconds: number): string {
  if (milliseconds < 1_000) return `${Math.max(0, Math.round(milliseconds))} ms`;
  const seconds = milliseconds / 1_000;
  if (seconds < 10) return `${Number(seconds.toFixed(1))} s`;
  if (seconds < 120) return `${Math.round(seconds)} s`;
  return seconds < 7_200 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3_600)} h`;
}

/** The delays that were seen, in words: a computed delay has a range. */
export function delayRange([shortest, longest]: readonly [number, number]): string {
  const [from, to] = [duration(shortest), duration(longest)];
  return from === to ? to : `${from} – ${to}`;
}
