import { type FocusEvent, type KeyboardEvent, type RefObject, useLayoutEffect } from 'react';
import type { Box, ChartLayout } from '#chart/model/chart.types.ts';
import { shownAncestor } from '#chart/model/map.ts';
import { middleOf } from './viewport.ts';

const STATE = '[data-state]';

/** The axis and the direction of each arrow key. */
const ARROWS: Readonly<Record<string, readonly ['x' | 'y', 1 | -1]>> = {
  ArrowLeft: ['x', -1],
  ArrowRight: ['x', 1],
  ArrowUp: ['y', -1],
  ArrowDown: ['y', 1],
};

interface RovingFocus {
  readonly frame: RefObject<HTMLElement | null>;
  readonly layout: ChartLayout;
  readonly isDrawn: boolean;
  /** The state that the tab key leads to at first, or the nearest of its ancestors that is drawn. */
  readonly preferred: string | undefined;
  /** Moves a box of the drawing into view. */
  readonly reveal: (box: Box) => void;
  readonly onSelect: (state: string) => void;
}

/**
 * Makes the states of the drawing one stop of the tab key, from which the arrow keys lead to the states beside it.
 *
 * @returns the listeners of the frame; `onKeyDown` returns whether a state has handled the key
 */
export function useRovingFocus(options: RovingFocus) {
  const { frame, layout, isDrawn, preferred, reveal, onSelect } = options;
  const { boxes } = layout;
  // Before the next key.
  useLayoutEffect(() => {
    const all = [...(frame.current?.querySelectorAll(STATE) ?? [])];
    const states = all.filter((state) => idOf(state) in boxes);
    if (!isDrawn || states.some((state) => state === document.activeElement)) return;
    const shown = shownAncestor({ has: (id) => boxes[id] !== undefined }, preferred ?? '');
    const first = states.find((state) => idOf(state) === shown) ?? states[0];
    for (const state of states) state.setAttribute('tabindex', state === first ? '0' : '-1');
  }, [frame, boxes, isDrawn, preferred]);

  const onFocus = ({ target, currentTarget }: FocusEvent<HTMLElement>) => {
    const box = boxes[idOf(target)];
    if (box === undefined || !target.matches(STATE)) return;
    for (const state of currentTarget.querySelectorAll(STATE)) state.setAttribute('tabindex', '-1');
    target.setAttribute('tabindex', '0');
    if (target.matches(':focus-visible')) reveal(box);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): boolean => {
    const { target, currentTarget, key } = event;
    const arrow = ARROWS[key];
    const isState = target instanceof Element && target.matches(STATE);
    if (!isState || (arrow === undefined && key !== 'Enter' && key !== ' ')) return false;
    event.preventDefault();
    const id = idOf(target);
    if (arrow === undefined) onSelect(id);
    else {
      const states = [...currentTarget.querySelectorAll<SVGElement>(STATE)];
      const next = stateBeside(layout, states.map(idOf), id, arrow);
      states.find((state) => idOf(state) === next)?.focus({ preventScroll: true });
    }
    return true;
  };
  return { onFocus, onKeyDown };
}

function idOf(state: Element): string {
  return state.getAttribute('data-state') ?? '';
}

/**
 * The nearest of some states in a direction: one that is further to the side must be much nearer.
 *
 * @returns `null` when there is none
 */
function stateBeside(
  { boxes }: ChartLayout,
  states: readonly string[],
  from: string,
  [axis, sign]: readonly ['x' | 'y', 1 | -1],
): string | null {
  const start = boxes[from];
  if (start === undefined) return null;
  const other = axis === 'x' ? 'y' : 'x';
  let nearest: { readonly id: string; readonly distance: number } | null = null;
  for (const id of states) {
    const box = boxes[id];
    if (box === undefined || id === from) continue;
    const [a, b] = [middleOf(start), middleOf(box)];
    const along = (b[axis] - a[axis]) * sign;
    const distance = along + 2 * Math.abs(b[other] - a[other]);
    if (along > 0 && (nearest === null || distance < nearest.distance)) nearest = { id, distance };
  }
  return nearest?.id ?? null;
}
