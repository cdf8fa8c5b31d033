import { CALL_TIMEOUT } from '#machines/rules/limits.ts';
import type { ProtectedAuth } from './sdk-adapter.ts';
import { isSecurityCheckScript } from './security-check-scripts.ts';

/** Earlier than the machine's own time-out of a busy state, so that the sentence names the cause. */
const CHECK_TIMEOUT = (CALL_TIMEOUT * 2) / 3;

/**
 * Gives every call for which the SDK needs a captcha token or a telemetry id an end: it fails when a script of the
 * check cannot load, when the check fails, and after ten seconds (R15.10). The SDK itself waits for ever, and loads a
 * script that failed once only in a new page.
 */
export function interceptSecurityChecks(
  protectedAuth: ProtectedAuth,
  settings: Promise<unknown>,
): void {
  const limit = watchScripts();
  const limited =
    <Args extends readonly unknown[], Result>(check: (...args: Args) => Promise<Result>) =>
    async (...args: Args): Promise<Result> => {
      await settings;
      return limit(() => check(...args));
    };
  protectedAuth.getDFPTelemetryIDAndCaptcha = limited(protectedAuth.getDFPTelemetryIDAndCaptcha);
  // Adds the values to a request that the provider refused without them, also when the settings name no check.
  protectedAuth.retryWithCaptchaAndDFP = limited(protectedAuth.retryWithCaptchaAndDFP);
}

/** The error has the type that the SDK gives to a check that is blocked. */
function reportFailedCheck(): never {
  throw Object.assign(new Error('A security check failed.'), { error_type: 'ad_blocker_detected' });
}

/** Returns what fails a check when a script of any check fails, or after ten seconds. */
function watchScripts() {
  let hasFailed = false;
  const running = new Set<() => void>();

  window.addEventListener(
    'error',
    ({ target }) => {
      if (!(target instanceof HTMLScriptElement) || !isSecurityCheckScript(target.src)) return;
      hasFailed = true;
      for (const fail of running) fail();
    },
    { capture: true },
  );

  return <Result>(check: () => Promise<Result>): Promise<Result> => {
    let fail = () => {};
    const failed = new Promise<void>((resolve) => {
      fail = resolve;
    }).then(reportFailedCheck);
    const timer = setTimeout(fail, CHECK_TIMEOUT);
    running.add(fail);
    if (hasFailed) fail();
    return Promise.race([failed, check().catch(reportFailedCheck)]).finally(() => {
      clearTimeout(timer);
      running.delete(fail);
    });
  };
}
