import type { ProviderFailure } from '#machines/auth/auth.types.ts';
import { CALL_TIMEOUT } from '#machines/rules/limits.ts';
import { createFailure } from '../sdk/failures.ts';

/**
 * Makes an actor resolve within `CALL_TIMEOUT` in any case, so that the machine waits for none that hangs and handles no
 * error. The signal that `run` gets aborts a late call. A call that throws is a defect, and is reported.
 */
export function resolveInTime<Result>(
  outer: AbortSignal,
  run: (signal: AbortSignal) => Promise<Result>,
): Promise<Result | ProviderFailure> {
  const controller = new AbortController();
  const { signal } = controller;
  const abort = () => controller.abort();
  outer.addEventListener('abort', abort);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<ProviderFailure>((resolve) => {
    timer = setTimeout(() => {
      abort();
      resolve(createFailure('timeout', 'tookTooLong'));
    }, CALL_TIMEOUT);
  });
  const settled = new Promise<Result>((resolve) => resolve(run(signal))).catch((error: unknown) => {
    // A call that fails because it was aborted is no defect.
    if (!signal.aborted) window.reportError(error);
    return createFailure('unexpected', 'somethingWentWrong');
  });
  return Promise.race([settled, late]).finally(() => {
    clearTimeout(timer);
    outer.removeEventListener('abort', abort);
  });
}
