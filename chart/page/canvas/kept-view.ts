import { useEffect, useRef } from 'react';
import type { DetailLevel } from '#chart/model/chart.types.ts';
import { parseJson, safeSessionStorage } from '#src/storage/web-storage.ts';
import type { Viewport } from './viewport.ts';

/** The level and the visible part of the drawing. */
export interface KeptView {
  readonly level: DetailLevel;
  readonly view: Viewport;
}

const KEY = 'chart_view';

/** Keeps the view of a page that is unloaded, for its reload: a change of the machine reloads it in development. */
export function useKeepView(level: DetailLevel, view: Viewport | null): void {
  const latest = useRef({ level, view });
  latest.current = { level, view };
  useEffect(() => {
    const keep = () => safeSessionStorage.write(KEY, JSON.stringify(latest.current));
    window.addEventListener('pagehide', keep);
    return () => window.removeEventListener('pagehide', keep);
  }, []);
}

/** The view that was kept before this page was reloaded; `null` for every other page. */
export function takeKeptView(): KeptView | null {
  const text = safeSessionStorage.read(KEY);
  safeSessionStorage.remove(KEY);
  const [navigation] = performance.getEntriesByType('navigation');
  if (text === null || !navigation || !('type' in navigation)) return null;
  const kept = navigation.type === 'reload' ? parseJson(text) : null;
  return isKeptView(kept) ? kept : null;
}

function isKeptView(kept: unknown): kept is KeptView {
  const { level, view } = Object(kept);
  const { x, y, scale } = Object(view);
  const isLevel = level === 'map' || level === 'overview' || level === 'details';
  return isLevel && [x, y, scale].every(Number.isFinite);
}
