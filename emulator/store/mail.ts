import { LIMITS } from './limits.ts';
import type { Mail } from './state.ts';
import type { Store } from './store.ts';

function deliver(store: Store, mail: Mail): Mail {
  for (const earlier of store.state.mail) {
    if (
      earlier.kind === mail.kind &&
      earlier.to === mail.to &&
      earlier.organizationId === mail.organizationId
    ) {
      earlier.supersededAt ??= mail.sentAt;
    }
  }
  store.state.mail.push(mail);
  const content = mail.link ?? mail.secret;
  store.emit({ kind: 'mail', text: `  mail to ${mail.to} · ${mail.subject} · ${content}` });
  return mail;
}

/** Mails a six-digit code. A newer code takes the place of the older ones to that address. */
export function sendOtp(
  store: Store,
  to: string,
  given: { minutes: number; organizationId: string | null },
): Mail {
  const now = store.clock.now();
  return deliver(store, {
    id: store.ids.next('mail'),
    to,
    subject: `Your ${store.state.project.project_name} verification code`,
    kind: 'otp',
    secret: store.ids.code('otp'),
    link: null,
    organizationId: given.organizationId,
    codeChallenge: null,
    sentAt: now,
    expiresAt: now + given.minutes * LIMITS.minute,
    usedAt: null,
    supersededAt: null,
    wrongCodes: 0,
  });
}

/** Mails a link to `redirect` that carries a one-time token. Older links stay good until they end. */
export function sendMagicLink(
  store: Store,
  to: string,
  given: {
    redirect: URL;
    minutes: number;
    codeChallenge: string | null;
    organizationId: string | null;
  },
): Mail {
  const now = store.clock.now();
  const forDiscovery = given.organizationId === null;
  const token = store.ids.token(forDiscovery ? 'discovery-magic-link-token' : 'magic-link-token');
  const link = new URL(given.redirect);
  link.searchParams.set(
    'stytch_token_type',
    forDiscovery ? 'discovery' : 'multi_tenant_magic_links',
  );
  link.searchParams.set('token', token);
  return deliver(store, {
    id: store.ids.next('mail'),
    to,
    subject: `Your ${store.state.project.project_name} sign-in link`,
    kind: 'magic_link',
    secret: token,
    link: link.href,
    organizationId: given.organizationId,
    codeChallenge: given.codeChallenge,
    sentAt: now,
    expiresAt: now + given.minutes * LIMITS.minute,
    usedAt: null,
    supersededAt: null,
    wrongCodes: 0,
  });
}

/** The newest code sent to an address, for discovery (null) or one organization. */
export function findLatestOtp(
  store: Store,
  to: string,
  organizationId: string | null,
): Mail | undefined {
  return store.state.mail.findLast(
    (mail) => mail.kind === 'otp' && mail.to === to && mail.organizationId === organizationId,
  );
}

/** A mail as the inbox shows it. */
export interface InboxEntry {
  id: string;
  to: string;
  subject: string;
  kind: Mail['kind'];
  code?: string;
  link?: string;
  sentAt: string;
  expiresAt: string;
  state: 'open' | 'used' | 'expired' | 'superseded';
}

function mailState(store: Store, mail: Mail): InboxEntry['state'] {
  if (mail.usedAt !== null) return 'used';
  if (mail.kind === 'otp' && mail.supersededAt !== null) return 'superseded';
  return mail.expiresAt <= store.clock.now() ? 'expired' : 'open';
}

/** The inbox, newest first, of one address or of all. */
export function listInbox(store: Store, to?: string): InboxEntry[] {
  return store.state.mail
    .filter((mail) => to === undefined || mail.to === to)
    .map((mail) => ({
      id: mail.id,
      to: mail.to,
      subject: mail.subject,
      kind: mail.kind,
      ...(mail.link === null ? { code: mail.secret } : { link: mail.link }),
      sentAt: new Date(mail.sentAt).toISOString(),
      expiresAt: new Date(mail.expiresAt).toISOString(),
      state: mailState(store, mail),
    }))
    .reverse();
}
