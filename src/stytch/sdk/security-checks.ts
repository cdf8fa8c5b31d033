import { BUSY_TIMEOUT } from '#machines/rules/limits.ts';
import { SecurityCheckError } from './failures.ts';
import type { ProtectedAuth } from './sdk-adapter.ts';
import { isSecurityCheckScript } from './security-check-scripts.ts';

/** Earlier than the machine's own time-out of a busy state, so that the sentence names the cause. */
const CHECK_TIMEOUT = (BUSY_TIMEOUT * 2) / 3;

/**
 * Gives every call for which the SDK needs a captcha token or a telemetry id an end: it fails with a
 * `SecurityCheckError` when a script of the check cannot load, when the check fails, and after ten seconds (R15.10).
 * The SDK itself waits for ever, and never loads a script again that failed once.
 *
 * @param protectedAuth the SDK's client of these checks, which is changed in place
 * @param settings resolves when the settings are known, for which the SDK waits first
 */
export function interceptSecurityChecks(
  protectedAuth: ProtectedAuth,
  settings: Promise<unknown>,
): void {
  const scripts = watchScripts();
  const limited =
    <Args extends readonly unknown[], Result>(check: (...args: Args) => Promise<Result>) =>
    async (...args: Args): Promise<Result> => {
      await settings;
      return scripts.limit(() => check(...args));
    };
  protectedAuth.getDFPTelemetryIDAndCaptcha = limited(protectedAuth.getDFPTelemetryIDAndCaptcha);
  const { retryWithCaptchaAndDFP } = protectedAuth;
  // It only adds the values of the checks to a request that the provider has refused, also when the settings name none.
  protectedAuth.retryWithCaptchaAndDFP = limited((...args) =>
    retryWithCaptchaAndDFP(...args).catch(reportFailedCheck),
  );
}

function reportFailedCheck(): never {
  throw new SecurityCheckError();
}

function watchScripts() {
  const failedScripts = new Set<HTMLScriptElement>();
  const running = new Set<() => void>();

  // Captured before the SDK hears of it: the SDK then still waits for the script, and gets it from the next attempt.
  window.addEventListener(
    'error',
    (event) => {
      const { target } = event;
      if (!(target instanceof HTMLScriptElement) || !isSecurityCheckScript(target.src)) return;
      event.stopImmediatePropagation();
      failedScripts.add(target);
      for (const fail of running) fail();
    },
    { capture: true },
  );

  return {
    limit<Result>(check: () => Promise<Result>): Promise<Result> {
      let fail = () => {};
      const failed = new Promise<never>((_, reject) => {
        fail = () => reject(new SecurityCheckError());
      });
      const timer = setTimeout(fail, CHECK_TIMEOUT);
      running.add(fail);
      for (const script of failedScripts) loadAgain(script);
      failedScripts.clear();
      return Promise.race([check().catch(reportFailedCheck), failed]).finally(() => {
        clearTimeout(timer);
        running.delete(fail);
      });
    },
  };
}

/** Loads a script that failed under a new element, because an element loads once, and reports it to the old one. */
function loadAgain(failed: HTMLScriptElement): void {
  const script = document.createElement('script');
  for (const { name, value } of failed.attributes) script.setAttribute(name, value);
  script.addEventListener('load', () => failed.dispatchEvent(new Event('load')));
  failed.remove();
  document.head.append(script);
}
