import * as v from 'valibot';
import type { EmulatorClient } from '#emulator/control/control-client.ts';
import { EMULATOR_PUBLIC_TOKEN } from '#emulator/emulated-project.ts';
import type { Tabs } from './persons.ts';

const TELEMETRY = {
  event_id: 'event-id-of-attacker',
  app_session_id: 'app-session-id-of-attacker',
  persistent_id: 'persistent-id-of-attacker',
  client_sent_at: '2026-01-05T12:00:00.000Z',
  timezone: 'UTC',
  app: { identifier: 'localhost' },
  sdk: { identifier: 'Stytch.js Javascript SDK', version: '5.32.0' },
};

const tokensSchema = v.looseObject({
  data: v.looseObject({
    intermediate_session_token: v.optional(v.string(), ''),
    session_token: v.optional(v.string(), ''),
  }),
});

/** Calls the provider from no browser: an attacker needs no more than an account of their own. */
async function call(origin: string, path: string, body: object) {
  const response = await fetch(`${origin}/sdk/v1/b2b${path}`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${btoa(`${EMULATOR_PUBLIC_TOKEN}:${EMULATOR_PUBLIC_TOKEN}`)}`,
      'content-type': 'application/json',
      'x-sdk-client': btoa(JSON.stringify(TELEMETRY)),
      'x-sdk-parent-host': origin,
      origin,
    },
    body: JSON.stringify(body),
  });
  return v.parse(tokensSchema, await response.json()).data;
}

/** Requests a link to an address outside this browser. */
export async function foreignLink(
  { emulator, origin }: Pick<Tabs, 'emulator' | 'origin'>,
  email: string,
): Promise<string> {
  await call(origin, '/magic_links/email/discovery/send', {
    email_address: email,
    discovery_redirect_url: `${origin}/discovery`,
  });
  return newestLink(emulator, email);
}

/** Returns the newest link that was sent to an address. */
export async function newestLink(emulator: EmulatorClient, email: string): Promise<string> {
  const [mail] = (await emulator.inbox(email)).filter(({ kind }) => kind === 'magic_link');
  return mail?.link ?? '';
}

/** Signs a person in outside this browser. Returns the session token. */
export async function foreignSession(
  { emulator, origin }: Pick<Tabs, 'emulator' | 'origin'>,
  email: string,
  slug: string,
): Promise<string> {
  const link = await foreignLink({ emulator, origin }, email);
  const { mail, organizations } = await emulator.state();
  const { intermediate_session_token } = await call(origin, '/magic_links/discovery/authenticate', {
    discovery_magic_links_token: mail.find((sent) => sent.link === link)?.secret,
  });
  const session = await call(origin, '/discovery/intermediate_sessions/exchange', {
    intermediate_session_token,
    organization_id: organizations.find((organization) => organization.slug === slug)?.id,
    session_duration_minutes: 60,
  });
  return session.session_token;
}

/** Sets the session cookie of a person in this browser, as another host of the same site can. */
export async function plantSession(
  tabs: Pick<Tabs, 'context' | 'emulator' | 'origin'>,
  { email, slug = 'acme', path = '/' }: { email: string; slug?: string; path?: string },
): Promise<void> {
  const value = await foreignSession(tabs, email, slug);
  const { hostname: domain } = new URL(tabs.origin);
  await tabs.context.addCookies([{ name: 'stytch_session', value, domain, path, sameSite: 'Lax' }]);
}

/** Makes a person a member of another organization, with the roles of a member. */
export async function addMember(
  emulator: EmulatorClient,
  email: string,
  slug: string,
): Promise<void> {
  const state = await emulator.state();
  const organization = state.organizations.find((stored) => stored.slug === slug);
  const [member] = state.members.filter((stored) => stored.email === email);
  if (organization === undefined || member === undefined) throw new Error(`${email}, ${slug}`);
  const added = { ...member, id: `${member.id}-${slug}`, organizationId: organization.id };
  await emulator.replaceState({ ...state, members: [...state.members, added] });
}
