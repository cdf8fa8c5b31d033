import { useState } from 'react';
import type { Direction } from './chart.types.ts';

const KEY = 'chart_direction';

/** Where the chart flows, remembered in this browser; a browser that denies storage forgets it. */
export function useDirection(): readonly [Direction, (direction: Direction) => void] {
  const [direction, setDirection] = useState<Direction>(remembered);
  const change = (next: Direction) => {
    setDirection(next);
    try {
      window.localStorage.setItem(KEY, next);
    } catch {
      // It still holds until the page is left.
    }
  };
  return [direction, change];
}

function remembered(): Direction {
  try {
    return window.localStorage.getItem(KEY) === 'down' ? 'down' : 'right';
  } catch {
    return 'right';
  }
}
