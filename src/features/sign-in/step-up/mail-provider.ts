/** A web site on which people read their e-mail. */
interface MailProvider {
  readonly name: string;
  readonly url: string;
  readonly domains: readonly string[];
}

const PROVIDERS: readonly MailProvider[] = [
  { name: 'Gmail', url: 'https://mail.google.com/', domains: ['gmail.com', 'googlemail.com'] },
  {
    name: 'Outlook',
    url: 'https://outlook.live.com/mail/',
    domains: ['outlook.com', 'hotmail.com', 'live.com'],
  },
];

/**
 * The web site of an e-mail address (R8.19).
 *
 * @param emailAddress the address; `null` when it is unknown
 * @returns `null` when the domain does not tell where its owner reads e-mail
 */
export function mailProviderOf(emailAddress: string | null): MailProvider | null {
  const domain = emailAddress?.split('@').at(-1)?.toLowerCase();
  return PROVIDERS.find(({ domains }) => domains.includes(domain ?? '')) ?? null;
}
