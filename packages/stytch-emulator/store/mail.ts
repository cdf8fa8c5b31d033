import { LIMITS } from './limits.ts';
import type { Mail, StoredOrganization } from './state.ts';
import type { Store } from './store.ts';

function deliver(
  store: Store,
  organization: StoredOrganization | null,
  given: Pick<Mail, 'to' | 'kind' | 'secret' | 'link' | 'codeChallenge'>,
  subject: string,
  minutes: number,
): void {
  const now = store.clock.now();
  const mail: Mail = {
    ...given,
    organizationId: organization?.id ?? null,
    subject: `Your ${store.state.project.project_name} ${subject}`,
    sentAt: now,
    expiresAt: now + minutes * LIMITS.minuteMs,
    usedAt: null,
    wrongCodes: 0,
  };
  store.state.mail.push(mail);
  store.log(`  mail to ${mail.to} · ${mail.subject} · ${mail.link ?? mail.secret}`);
}

/** Mails a six-digit code, which replaces earlier codes to that address for the same purpose. */
export function deliverOtp(
  store: Store,
  to: string,
  organization: StoredOrganization | null,
  minutes: number,
): void {
  const code = { to, kind: 'otp' as const, secret: store.ids.code('otp') };
  const mail = { ...code, link: null, codeChallenge: null };
  deliver(store, organization, mail, 'verification code', minutes);
}

/** Returns the only code of an address for a purpose that counts: the newest one. */
export function findNewestOtp(
  { state }: Store,
  { to, organizationId }: Pick<Mail, 'to' | 'organizationId'>,
): Mail | undefined {
  return state.mail.findLast(
    (each) => each.kind === 'otp' && each.to === to && each.organizationId === organizationId,
  );
}

/** What a link is for: a sign-in with or without a chosen organization, or an invitation to one. */
export interface LinkPurpose {
  subject: string;
  organization: StoredOrganization | null;
  redirect: URL;
  codeChallenge: string | null;
  /** How long the link works. */
  minutes: number;
}

/** Mails a link with a one-time token. Earlier links stay valid until they expire. */
export function deliverMagicLink(store: Store, to: string, purpose: LinkPurpose): void {
  const { subject, organization, redirect, codeChallenge, minutes } = purpose;
  const secret = store.ids.token(
    organization === null ? 'discovery-magic-link-token' : 'magic-link-token',
  );
  const link = new URL(redirect);
  if (organization !== null) link.searchParams.set('slug', organization.slug);
  link.searchParams.set(
    'stytch_token_type',
    organization === null ? 'discovery' : 'multi_tenant_magic_links',
  );
  link.searchParams.set('token', secret);
  const mail = { to, kind: 'magic_link' as const, secret, link: link.href, codeChallenge };
  deliver(store, organization, mail, subject, minutes);
}

/** What a mail brings: a code, or a link. */
const contentOf = ({ link, secret }: Mail): { code?: string; link?: string } =>
  link === null ? { code: secret } : { link };

/** A mail as the console and the control API show it. */
export type InboxEntry = ReturnType<typeof listInbox>[number];

function mailState(store: Store, mail: Mail): 'open' | 'used' | 'expired' | 'superseded' {
  if (mail.usedAt !== null) return 'used';
  if (mail.kind === 'otp' && findNewestOtp(store, mail) !== mail) return 'superseded';
  return mail.expiresAt <= store.clock.now() ? 'expired' : 'open';
}

/** Returns the mail of one address, or of all addresses, newest first. */
export function listInbox(store: Store, to?: string) {
  return store.state.mail
    .filter((mail) => to === undefined || mail.to === to)
    .map((mail) => ({
      to: mail.to,
      subject: mail.subject,
      kind: mail.kind,
      ...contentOf(mail),
      sentAt: new Date(mail.sentAt).toISOString(),
      expiresAt: new Date(mail.expiresAt).toISOString(),
      state: mailState(store, mail),
    }))
    .reverse();
}
