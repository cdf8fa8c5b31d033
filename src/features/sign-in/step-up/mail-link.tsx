import button from '#src/ui/controls/button.module.css';
import { Sentence } from '#src/ui/elements/sentence.tsx';
import { VisuallyHidden } from '#src/ui/elements/visually-hidden.tsx';
import { verificationMessages } from '../verification-messages.ts';
import styles from './mail-link.module.css';

const { stepUp } = verificationMessages;

/** Where people read their e-mail, by the domains of their addresses. */
const PROVIDERS = [
  { name: 'Gmail', url: 'https://mail.google.com/', domains: ['gmail.com', 'googlemail.com'] },
  {
    name: 'Outlook',
    url: 'https://outlook.live.com/mail/',
    domains: ['outlook.com', 'hotmail.com', 'live.com'],
  },
] as const;

/** Opens the inbox of an address whose provider is known, in a new tab: this one goes on (R8.19). */
export function MailLink({ emailAddress }: { readonly emailAddress: string | null }) {
  const domain = emailAddress?.split('@').at(-1)?.toLowerCase();
  const provider = PROVIDERS.find(({ domains }) => domains.some((each) => each === domain));
  if (provider === undefined) return null;
  return (
    <a
      className={[button.button, button.secondary, button.wide, styles.link].join(' ')}
      href={provider.url}
      target="_blank"
      rel="noopener noreferrer"
    >
      <span>
        <Sentence text={stepUp.openMail} values={{ provider: provider.name }} />
      </span>
      <VisuallyHidden>{stepUp.newTab}</VisuallyHidden>
      <span aria-hidden="true">↗</span>
    </a>
  );
}
