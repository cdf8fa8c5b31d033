import * as v from 'valibot';
import type { Store } from '../../store/store.ts';
import { refusal } from './provider-error.ts';

/** The values that the SDK adds to a protected call when the project has the checks turned on. */
export const securityValues = v.looseObject({
  dfp_telemetry_id: v.optional(v.string()),
  captcha_token: v.optional(v.string()),
});

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
    if (store.state.telemetryIds.includes(values.dfp_telemetry_id ?? '')) return;
    throw refusal('ad_blocker_detected');
  }
  if (captcha_settings.enabled) redeemCaptchaToken(store, values.captcha_token);
}

/** A token works once and for two minutes, as at Google. */
function redeemCaptchaToken({ state, clock }: Store, token: string | undefined): void {
  if (token === undefined) throw refusal('captcha_required');
  const index = state.captchaTokens.findIndex((issued) => issued.token === token);
  const [issued] = index === -1 ? [] : state.captchaTokens.splice(index, 1);
  if (issued === undefined || issued.expiresAt <= clock.now()) throw refusal('captcha_failed');
}
