import { useCallback, useEffect, useMemo, useState } from 'react';
import { once } from '../model/once.ts';

interface Late<Value> {
  /** `null` until it is loaded. */
  readonly value: Value | null;
  /** When a deploy has removed the files, or without a connection. */
  readonly hasFailed: boolean;
  /** Loads it now; the same promise at each call. */
  readonly load: () => Promise<Value>;
}

/**
 * Loads what the first view does not need.
 *
 * @param isNeeded loads it once this is true
 * @param load must stay the same function while what it loads is the same
 */
export function useLate<Value>(isNeeded: boolean, load: () => Promise<Value>): Late<Value> {
  const [loaded, setLoaded] = useState<{ readonly value: Value } | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const loadOnce = useMemo(() => once(load), [load]);
  const loadNow = useCallback(async () => {
    try {
      const value = await loadOnce();
      setLoaded({ value });
      return value;
    } catch (error) {
      setFailed(true);
      throw error;
    }
  }, [loadOnce]);
  useEffect(() => {
    // The failure is shown.
    if (isNeeded) loadNow().catch(() => undefined);
  }, [isNeeded, loadNow]);
  return { value: loaded?.value ?? null, hasFailed, load: loadNow };
}
