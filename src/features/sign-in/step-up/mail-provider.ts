/** A web site on which people read their e-mail. */
interface MailProvider {
  readonly name: string;
  readonly url: string;
}

const GMAIL = { name: 'Gmail', url: 'https://mail.google.com/' };
const OUTLOOK = { name: 'Outlook', url: 'https://outlook.live.com/mail/' };

const PROVIDERS: ReadonlyMap<string, MailProvider> = new Map([
  ['gmail.com', GMAIL],
  ['googlemail.com', GMAIL],
  ['outlook.com', OUTLOOK],
  ['hotmail.com', OUTLOOK],
  ['live.com', OUTLOOK],
]);

/**
 * The web site of an e-mail address (R8.19).
 *
 * @param emailAddress the address; `null` when it is unknown
 * @returns `null` when the domain does not tell where its owner reads e-mail
 */
export function mailProviderOf(emailAddress: string | null): MailProvider | null {
  const domain = emailAddress?.split('@').at(-1)?.toLowerCase();
  return PROVIDERS.get(domain ?? '') ?? null;
}
