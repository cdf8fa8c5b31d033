import { expect, test } from 'vitest';
import { totpCode, totpStep } from '#emulator/crypto/totp.ts';
import { APP_ORIGIN, createRawClient, PKCE_VERIFIER } from './support/raw-client.ts';

/** Makes calls that generate every kind of value. Returns all response bodies. */
async function collectResponses(seed: string): Promise<string[]> {
  const client = createRawClient({ seed });
  const bodies: string[] = [];
  const keep = async (response: Promise<{ text: string }>) => {
    bodies.push((await response).text);
  };
  await keep(client.signIn('ada@acme.example', 'acme'));
  await keep(client.post('/b2b/sessions/authenticate'));
  await keep(client.post('/b2b/otps/email/discovery/send', { email_address: 'ben@birch.example' }));
  await keep(
    client.post('/b2b/magic_links/email/discovery/send', {
      email_address: 'ben@birch.example',
      discovery_redirect_url: `${APP_ORIGIN}/discovery`,
    }),
  );
  await keep(client.control('GET', '/inbox'));
  client.sessionToken = null;
  await keep(client.signIn('ezra@fjord.example', 'fjord'));
  const caller = {
    organization_id: client.organizationId('fjord'),
    member_id: client.memberId('fjord', 'ezra@fjord.example'),
    intermediate_session_token: client.intermediate,
  };
  const created = await client.post('/b2b/totp', caller);
  bodies.push(created.text);
  const code = totpCode(created.json.data.secret, totpStep(client.handler.store.clock.now()));
  await keep(
    client.post('/b2b/totp/authenticate', { ...caller, code, session_duration_minutes: 60 }),
  );
  await keep(
    client.post('/b2b/oauth/discovery/authenticate', {
      discovery_oauth_token: 'unknown',
      pkce_code_verifier: PKCE_VERIFIER,
    }),
  );
  await keep(client.control('GET', '/state'));
  return bodies;
}

test('the same seed and the same calls give the same bytes [R20.2]', async () => {
  expect(await collectResponses('one')).toEqual(await collectResponses('one'));
});

test('another seed gives different ids, tokens, codes and secrets', async () => {
  const [first, second] = [await collectResponses('one'), await collectResponses('other')];
  for (const [index, text] of first.entries()) expect(text).not.toBe(second[index]);
});

test('telemetry in the background does not change later tokens', async () => {
  const withoutTelemetry = createRawClient();
  const withTelemetry = createRawClient();
  await withTelemetry.send('/sdk/v1/events', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '[]',
  });
  await withoutTelemetry.signIn('ada@acme.example', 'acme');
  await withTelemetry.signIn('ada@acme.example', 'acme');
  expect(withTelemetry.sessionToken).toBe(withoutTelemetry.sessionToken);
});
