import { type Ref, useId, useState } from 'react';
import { RESEND_COOLDOWN } from '#machines/rules/limits.ts';
import { Button } from '#src/ui/controls/button.tsx';
import { VisuallyHidden } from '#src/ui/elements/visually-hidden.tsx';
import { usePolled } from '#src/ui/hooks/use-polled.ts';
import { verificationMessages } from '../verification-messages.ts';
import styles from './send-buttons.module.css';

/** Milliseconds. Short enough that the countdown never visibly skips a second. */
const POLL_INTERVAL = 250;

type SendEventType = 'code.send' | 'link.send';

interface SendButtonProps {
  /** What the button sends, and its name. */
  readonly event: SendEventType;
  readonly send: (event: { readonly type: SendEventType }) => void;
  readonly labels: {
    readonly send: string;
    readonly sending: string;
    readonly resend: string;
    readonly notReceived: string;
    readonly resendNow: string;
  };
  readonly isSending: boolean;
  /** Another action is in progress. */
  readonly isInactive?: boolean;
  readonly ref?: Ref<HTMLButtonElement>;
}

/** Sends the first code or link. It is primary where sending is the main action of the screen. */
export function SendButton(props: SendButtonProps & { readonly isPrimary: boolean }) {
  const { event, labels, isPrimary, isSending, isInactive = false, send, ref } = props;
  return (
    <Button
      ref={ref}
      name={event}
      kind={isPrimary ? 'primary' : 'secondary'}
      wide
      busy={isSending}
      inactive={isInactive}
      onClick={() => send({ type: event })}
    >
      {isSending ? labels.sending : labels.send}
    </Button>
  );
}

interface ResendButtonProps extends SendButtonProps {
  /** Epoch milliseconds; `null` when it can be sent now. */
  readonly resendAt: number | null;
}

/**
 * Says what to do when nothing arrives, and sends a code or a link again after a cooldown (R8.16). The countdown describes
 * the button and is in no live region: it is read when the button takes the focus, and not announced each second. The end
 * of the cooldown is announced once.
 */
export function ResendButton(props: ResendButtonProps) {
  const { event, labels, isSending, isInactive = false, resendAt, send, ref } = props;
  /** Seconds. */
  const cooldown = usePolled(() => {
    const left = (resendAt ?? 0) - Date.now();
    // It is further away than a cooldown lasts when the clock was set back.
    return left > RESEND_COOLDOWN ? 0 : Math.max(0, Math.ceil(left / 1_000));
  }, POLL_INTERVAL);
  const [hasWaited, setHasWaited] = useState(false);
  if (cooldown > 0 && !hasWaited) setHasWaited(true);
  const countdown = useId();
  return (
    <p className={styles.resend}>
      <span>{`${labels.notReceived} `}</span>
      <Button
        ref={ref}
        name={event}
        kind="inline"
        busy={isSending}
        inactive={isInactive || cooldown > 0}
        aria-describedby={countdown}
        onClick={() => send({ type: event })}
      >
        {isSending ? labels.sending : labels.resend}
      </Button>
      <span id={countdown} data-countdown>
        {cooldown > 0 ? ` ${verificationMessages.resendIn(cooldown)}` : null}
      </span>
      <VisuallyHidden role="status">
        {hasWaited && cooldown === 0 ? labels.resendNow : null}
      </VisuallyHidden>
    </p>
  );
}
