import { expect, test } from 'vitest';
import { createRawClient } from './support/raw-client.ts';

const EZRA = 'ezra@fjord.example';

/** Makes calls that generate every kind of value. Returns all response bodies. */
async function collectResponses(seed: string): Promise<string[]> {
  const client = createRawClient({ seed });
  const bodies: string[] = [];
  const keep = async (response: Promise<{ text: string }>) => {
    bodies.push((await response).text);
  };
  await keep(client.signIn('ada@acme.example', 'acme'));
  await keep(client.post('/b2b/sessions/authenticate'));
  await keep(client.sendCode('ben@birch.example'));
  await keep(client.sendLink('ben@birch.example'));
  await keep(client.control('GET', '/inbox'));
  await keep(client.signIn(EZRA, 'fjord'));
  const created = await client.post('/b2b/totp', client.memberOfFjord(EZRA));
  bodies.push(created.text);
  await keep(client.sendTotp(EZRA, created.json.data.secret));
  await keep(client.redeemDiscovery('unknown'));
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
