import { expect, test } from 'vitest';
import { totpCode, totpStep } from '#emulator/crypto/totp.ts';
import { rawClient, VERIFIER } from './support/raw-client.ts';

/** A long visit that touches every kind of generated value; gives every byte that was answered. */
async function visit(seed: string): Promise<string[]> {
  const client = rawClient({ seed });
  const bytes: string[] = [];
  const keep = async (answer: Promise<{ text: string }>) => {
    bytes.push((await answer).text);
  };
  await keep(client.signIn('ada@acme.example', 'acme'));
  await keep(client.post('/b2b/sessions/authenticate'));
  await keep(client.post('/b2b/otps/email/discovery/send', { email_address: 'ben@birch.example' }));
  await keep(
    client.post('/b2b/magic_links/email/discovery/send', { email_address: 'ben@birch.example' }),
  );
  await keep(client.control('GET', '/inbox'));
  client.sessionToken = null;
  await keep(client.signIn('ezra@fjord.example', 'fjord'));
  const claim = {
    organization_id: client.organizationId('fjord'),
    member_id: client.memberId('fjord', 'ezra@fjord.example'),
    intermediate_session_token: client.intermediate,
  };
  const created = await client.post('/b2b/totp', claim);
  bytes.push(created.text);
  const code = totpCode(created.json.data.secret, totpStep(client.handler.store.clock.now()));
  await keep(
    client.post('/b2b/totp/authenticate', { ...claim, code, session_duration_minutes: 60 }),
  );
  await keep(
    client.post('/b2b/oauth/discovery/authenticate', {
      discovery_oauth_token: 'unknown',
      pkce_code_verifier: VERIFIER,
    }),
  );
  await keep(client.control('GET', '/state'));
  return bytes;
}

test('the same seed and the same calls give the same bytes [R20.2]', async () => {
  expect(await visit('one')).toEqual(await visit('one'));
});

test('another seed gives other ids, tokens, codes and secrets', async () => {
  const [one, other] = [await visit('one'), await visit('other')];
  for (const [index, text] of one.entries()) expect(text).not.toBe(other[index]);
});

test('telemetry in the background does not shift the tokens of the foreground', async () => {
  const quiet = rawClient();
  const chatty = rawClient();
  await chatty.send('/sdk/v1/events', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '[]',
  });
  await quiet.signIn('ada@acme.example', 'acme');
  await chatty.signIn('ada@acme.example', 'acme');
  expect(chatty.sessionToken).toBe(quiet.sessionToken);
});
