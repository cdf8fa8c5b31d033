import { CALL_TIMEOUT } from '#machines/rules/limits.ts';
import type { ProtectedAuth } from './sdk-adapter.ts';

/** Earlier than the machine's own time-out of a busy state, so that the sentence names the cause. */
const CHECK_TIMEOUT = (CALL_TIMEOUT * 2) / 3;

/**
 * Gives every call for which the SDK needs a captcha token or a telemetry id an end: it fails when the check fails, and
 * after ten seconds (R15.10). The SDK itself waits for ever for a script that cannot load.
 */
export function interceptSecurityChecks(protectedAuth: ProtectedAuth): void {
  const limited =
    <Args extends readonly unknown[], Result>(check: (...args: Args) => Promise<Result>) =>
    (...args: Args): Promise<Result> =>
      inTime(check(...args));
  protectedAuth.getDFPTelemetryIDAndCaptcha = limited(protectedAuth.getDFPTelemetryIDAndCaptcha);
  // Adds the values to a request that the provider refused without them, also when the settings name no check.
  protectedAuth.retryWithCaptchaAndDFP = limited(protectedAuth.retryWithCaptchaAndDFP);
}

/** Rejects with an error of the type that the SDK gives to a check that is blocked. */
function inTime<Result>(check: Promise<Result>): Promise<Result> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(reject, CHECK_TIMEOUT);
  });
  return Promise.race([check, late])
    .catch(() => {
      const error_type = 'ad_blocker_detected';
      throw Object.assign(new Error('A security check failed.'), { error_type });
    })
    .finally(() => clearTimeout(timer));
}
