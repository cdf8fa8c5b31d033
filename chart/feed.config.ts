import type { FeedConfig } from '#statechart/feed/publish-feed.ts';

/** What each page of the product needs to publish its steps. It does not import the machine, which a page has. */
export const feedConfig: FeedConfig = {
  ...(import.meta.env.DEV && { describeContext }),
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

/** The fields of the context that no chart shows, also not in development. */
const SECRET = /^(?:enrolment|intermediate|shownPerson)$/;

const MAX_LENGTH = 120;

/** What a chart shows of a value of the context, in development. */
function describeContext(name: string, value: unknown): string | null {
  if (SECRET.test(name)) return value === null ? 'null' : null;
  return (JSON.stringify(value) ?? typeof value).slice(0, MAX_LENGTH);
}
