import type { FeedConfig } from '#statechart/feed/publish-feed.ts';

/** What each page of the product needs to publish its steps. It does not import the machine, which a page has. */
export const feedConfig: FeedConfig = {
  channelName: 'charter:chart',
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
      'sent',
      'enrolling',
      'refreshed',
      'deferred',
      'unavailable',
    ],
  },
};
