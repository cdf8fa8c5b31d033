import button from '#src/ui/controls/button.module.css';
import { Sentence } from '#src/ui/elements/sentence.tsx';
import { VisuallyHidden } from '#src/ui/elements/visually-hidden.tsx';
import { verificationMessages } from '../verification-messages.ts';
import styles from './mail-link.module.css';
import { mailProviderOf } from './mail-provider.ts';

const { stepUp } = verificationMessages;

/** Opens the inbox of an address whose provider is known, in a new tab: this one goes on (R8.19). */
export function MailLink({ emailAddress }: { readonly emailAddress: string | null }) {
  const provider = mailProviderOf(emailAddress);
  if (provider === null) return null;
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
