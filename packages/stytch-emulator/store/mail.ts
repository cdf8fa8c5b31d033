import { LIMITS } from './limits.ts';
import type { Mail } from './state.ts';
import type { Store } from './store.ts';

type MailContent = Pick<
  Mail,
  'to' | 'subject' | 'kind' | 'secret' | 'link' | 'organizationId' | 'codeChallenge'
>;

function deliver(store: Store, content: MailContent, minutes: number): Mail {
  const now = store.clock.now();
  const mail: Mail = {
    ...content,
    id: store.ids.next('mail'),
    sentAt: now,
    expiresAt: now + minutes * LIMITS.minuteMs,
    usedAt: null,
    supersededAt: null,
    wrongCodes: 0,
  };
  for (const earlier of store.state.mail) {
    if (
      earlier.kind === mail.kind &&
      earlier.to === mail.to &&
      // A code replaces every earlier one to its address, also that of another organization.
      (mail.kind === 'otp' || earlier.organizationId === mail.organizationId)
    ) {
      earlier.supersededAt ??= now;
    }
  }
  store.state.mail.push(mail);
  store.emit({
    kind: 'mail',
    text: `  mail to ${mail.to} · ${mail.subject} · ${mail.link ?? mail.secret}`,
  });
  return mail;
}

/** Mails a six-digit code, which replaces earlier codes to that address. */
export function deliverOtp(
  store: Store,
  to: string,
  given: { minutes: number; organizationId: string | null },
): Mail {
  const { minutes, organizationId } = given;
  const content: MailContent = {
    to,
    subject: `Your ${store.state.project.project_name} verification code`,
    kind: 'otp',
    secret: store.ids.code('otp'),
    link: null,
    organizationId,
    codeChallenge: null,
  };
  return deliver(store, content, minutes);
}

/** Mails a link to `redirect` with a one-time token. Earlier links stay valid until they expire. */
export function deliverMagicLink(
  store: Store,
  to: string,
  given: {
    redirect: URL;
    minutes: number;
    codeChallenge: string | null;
    organizationId: string | null;
  },
): Mail {
  const { redirect, minutes, codeChallenge, organizationId } = given;
  const isDiscovery = organizationId === null;
  const token = store.ids.token(isDiscovery ? 'discovery-magic-link-token' : 'magic-link-token');
  const link = new URL(redirect);
  link.searchParams.set(
    'stytch_token_type',
    isDiscovery ? 'discovery' : 'multi_tenant_magic_links',
  );
  link.searchParams.set('token', token);
  const content: MailContent = {
    to,
    subject: `Your ${store.state.project.project_name} sign-in link`,
    kind: 'magic_link',
    secret: token,
    link: link.href,
    organizationId,
    codeChallenge,
  };
  return deliver(store, content, minutes);
}

/** Returns the newest code sent to an address if it is for discovery (null) or this organization. */
export function findLatestOtp(
  store: Store,
  to: string,
  organizationId: string | null,
): Mail | undefined {
  const latest = store.state.mail.findLast((mail) => mail.kind === 'otp' && mail.to === to);
  return latest?.organizationId === organizationId ? latest : undefined;
}

/** A mail as the console and the control API show it. */
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

/** Returns the mail of one address, or of all addresses, newest first. */
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
