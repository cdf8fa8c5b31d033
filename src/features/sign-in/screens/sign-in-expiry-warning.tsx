import { Button } from '#src/ui/controls/button.tsx';
import { messages } from '../messages.ts';
import { selectionMessages } from '../selection-messages.ts';
import styles from './sign-in-expiry-warning.module.css';

const { expiry } = selectionMessages;

interface SignInExpiryWarningProps {
  readonly isShown: boolean;
  /** What signing in again means, if more than the usual. */
  readonly text?: string | undefined;
  /** Google is being opened. */
  readonly isStarting?: boolean;
  readonly onContinue: () => void;
}

/**
 * Warns that the sign-in expires soon, and offers to go on with Google (R6.17). The region is always rendered, because
 * one that appears together with its text is often not announced. It has no countdown, which would be announced each
 * second.
 */
export function SignInExpiryWarning(props: SignInExpiryWarningProps) {
  const { isShown, text = expiry.warning, isStarting = false, onContinue } = props;
  return (
    <div className={isShown ? styles.warning : undefined} data-empty={!isShown || undefined}>
      <div role="status">{isShown ? <p className={styles.text}>{text}</p> : null}</div>
      {isShown ? (
        <Button name="google.start" busy={isStarting} onClick={onContinue}>
          {isStarting ? messages.login.starting : expiry.continue}
        </Button>
      ) : null}
    </div>
  );
}
