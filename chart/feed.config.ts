import { statePath } from '#machines/auth/state-path.ts';
import type { FeedConfig } from './config.types.ts';

/** What each page of the product needs to publish its steps. It does not import the machine, which a page has. */
export const feedConfig: FeedConfig = {
  channelName: 'charter:chart',
  statePath,
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
