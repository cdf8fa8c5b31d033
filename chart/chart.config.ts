import { statePath } from '#machines/auth/auth.view.ts';
import type { FeedConfig } from './config.types.ts';

/**
 * Everything in `chart/` that is about this product's machine. The rest of the folder works for any XState
 * machine and does not import `machines/auth` or `machines/rules`; a lint rule holds that.
 */

export const feedConfig: FeedConfig = {
  channelName: 'charter:chart',
  stateKey: statePath,
  redaction: {
    fields: [
      'organization',
      'name',
      'id',
      'code',
      'recoveryCode',
      'session',
      'reason',
      'hasSession',
      'project',
      'output',
      'error',
    ],
    resultKinds: [
      'authenticated',
      'primary_required',
      'mfa_required',
      'incomplete',
      'failed',
      'discovered',
      'handed_off',
      'sent',
      'enrolling',
      'refreshed',
      'deferred',
      'unavailable',
    ],
  },
};
