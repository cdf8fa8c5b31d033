import { type Ref, useId, useState } from 'react';
import { Button } from '#src/ui/button.tsx';
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx';
import { lateMessages } from '../late-messages.ts';
import styles from './send-buttons.module.css';
import { useCooldown } from './use-cooldown.ts';

interface SendButtonProps {
  readonly labels: {
    readonly send: string;
    readonly sending: string;
    readonly resend: string;
    readonly notReceived: string;
    readonly resendIn: (seconds: number) => string;
    readonly resendNow: string;
  };
  readonly isSending: boolean;
  /** Another action is in progress. */
  readonly isInactive: boolean;
  readonly onSend: () => void;
  readonly ref?: Ref<HTMLButtonElement>;
}

interface FirstSendButtonProps extends SendButtonProps {
  /** Whether sending is the main action of the screen. */
  readonly isPrimary: boolean;
}

/** Sends the first code or link. */
export function SendButton(props: FirstSendButtonProps) {
  const { labels, isPrimary, isSending, isInactive, onSend, ref } = props;
  return (
    <Button
      ref={ref}
      kind={isPrimary ? 'primary' : 'secondary'}
      wide
      busy={isSending}
      inactive={isInactive}
      onClick={onSend}
    >
      {isSending ? labels.sending : labels.send}
    </Button>
  );
}

interface ResendButtonProps extends SendButtonProps {
  readonly resendAt: number | null;
}

/**
 * Says what to do when nothing arrives, and sends a code or a link again after a cooldown (R8.16). The countdown is
 * beside the button and in no live region: the name and the description of the button stay, and nothing is
 * announced each second. The end of the cooldown is, once (R8.18).
 */
export function ResendButton(props: ResendButtonProps) {
  const { labels, isSending, isInactive, resendAt, onSend, ref } = props;
  const cooldown = useCooldown(resendAt);
  const [hasWaited, setHasWaited] = useState(false);
  if (cooldown > 0 && !hasWaited) setHasWaited(true);
  const hintId = useId();
  return (
    <p className={styles.resend}>
      {labels.notReceived}{' '}
      <Button
        ref={ref}
        kind="inline"
        busy={isSending}
        inactive={isInactive || cooldown > 0}
        aria-describedby={cooldown > 0 ? hintId : undefined}
        onClick={onSend}
      >
        {isSending ? labels.sending : labels.resend}
      </Button>
      {cooldown > 0 ? (
        <>
          <span data-countdown> {labels.resendIn(cooldown)}</span>
          <span id={hintId} hidden>
            {lateMessages.resendHint}
          </span>
        </>
      ) : null}
      <span role="status">
        {hasWaited && cooldown === 0 ? <VisuallyHidden>{labels.resendNow}</VisuallyHidden> : null}
      </span>
    </p>
  );
}
