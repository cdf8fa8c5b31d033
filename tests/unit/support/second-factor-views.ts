import type { SecondFactorView } from '#machines/auth/second-factor/second-factor.view.ts';
import { acme } from './view-fixtures.ts';

/** Builds the view of the second-factor screen at a step. */
export function buildSecondFactorView(step: SecondFactorView['step']): SecondFactorView {
  return {
    screen: 'secondFactor',
    notice: null,
    organization: acme,
    expiring: false,
    step,
  };
}

export const recoveryView = buildSecondFactorView({ name: 'recovery', busy: false, rejections: 0 });
