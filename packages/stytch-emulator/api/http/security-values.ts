import * as v from 'valibot';
import type { Store } from '../../store/store.ts';
import { ProviderError } from './provider-error.ts';

/** The values that the SDK adds to a protected call when the project has the checks turned on. */
export const securityValues = v.optional(
  v.looseObject({
    dfp_telemetry_id: v.optional(v.string()),
    captcha_token: v.optional(v.string()),
  }),
  {},
);

/**
 * Demands the values of the project's security checks (R20.5): fingerprinting that decides needs a known telemetry
 * id, and then no captcha; otherwise captcha needs a new token. Fingerprinting that observes demands nothing.
 */
export function checkSecurityValues(
  store: Store,
  values: v.InferOutput<typeof securityValues>,
): void {
  const { captcha_settings, dfp_protected_auth_enabled, dfp_protected_auth_mode } =
    store.state.project;
  if (dfp_protected_auth_enabled && dfp_protected_auth_mode === 'DECISIONING') {
    checkTelemetryId(store, values.dfp_telemetry_id);
  } else if (captcha_settings.enabled) {
    redeemCaptchaToken(store, values.captcha_token);
  }
}

function checkTelemetryId({ state }: Store, id: string | undefined): void {
  if (id !== undefined && state.telemetryIds.includes(id)) return;
  throw new ProviderError(
    400,
    'ad_blocker_detected',
    'The request was blocked because the device could not be fingerprinted. Please disable your ad blocker and try again.',
  );
}

/** A token works once and for two minutes, as at Google. */
function redeemCaptchaToken({ state, clock }: Store, token: string | undefined): void {
  if (token === undefined) throw new ProviderError(403, 'captcha_required', 'Captcha required');
  const index = state.captchaTokens.findIndex((issued) => issued.token === token);
  const [issued] = index === -1 ? [] : state.captchaTokens.splice(index, 1);
  if (issued === undefined || issued.expiresAt <= clock.now()) {
    throw new ProviderError(429, 'captcha_failed', 'Captcha failed');
  }
}
