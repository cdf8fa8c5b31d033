import { describe, expect, test } from 'vitest';
import { createRawClient, type RawClient, type RawResponse } from './raw-client.ts';

export const ADA = 'ada@acme.example';
export const EZRA = 'ezra@fjord.example';

export type Attempt = (client: RawClient) => Promise<RawResponse>;

/** What is refused, the status and the error type of the response, and the calls, the last of which is refused. */
type Row = readonly [what: string, answer: string, attempt: Attempt];

/** Makes each attempt with a client of its own. */
export function describeRefusals(subject: string, rows: readonly Row[]): void {
  describe(subject, () => {
    test.each(rows)('%s: %s', async (_, answer, attempt) => {
      const { json } = await attempt(createRawClient());
      expect(`${json.status_code} ${json.error_type}`).toBe(answer);
    });
  });
}

/** Makes calls one after another, and returns the last response. */
export const inOrder =
  (...attempts: readonly ((client: RawClient) => Promise<unknown>)[]) =>
  async (client: RawClient) => {
    for (const attempt of attempts.slice(0, -1)) await attempt(client);
    return (await attempts.at(-1)?.(client)) as RawResponse;
  };
export const wait = (minutes: number) => (client: RawClient) => client.advance(minutes);
export const signIn = (email: string, slug: string) => (client: RawClient) =>
  client.signIn(email, slug);
export const post =
  (path: string, body: object = {}) =>
  (client: RawClient) =>
    client.post(path, body);
export const setProject = (settings: object) => (client: RawClient) =>
  client.control('PATCH', '/project', settings);
export const discover = (client: RawClient) => client.discover(ADA);
export const authenticate = post('/b2b/sessions/authenticate');
export const RESTRICTED = '403 operation_restricted_by_organization_auth_methods';
