import { type Ref, useState } from 'react';
import { Button } from '#src/ui/controls/button.tsx';
import { VisuallyHidden } from '#src/ui/elements/visually-hidden.tsx';
import { verificationMessages } from '../verification-messages.ts';
import styles from './send-buttons.module.css';
import { useCooldown } from './use-cooldown.ts';

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
  readonly resendAt: number | null;
}

/**
 * Says what to do when nothing arrives, and sends a code or a link again after a cooldown (R8.16). The countdown is
 * beside the button and in no live region: the name of the button stays, and nothing is announced each second. What is
 * left is announced when the button takes the focus or is pressed too early, and the end of the cooldown once (R8.18).
 */
export function ResendButton(props: ResendButtonProps) {
  const { event, labels, isSending, isInactive = false, resendAt, send, ref } = props;
  const cooldown = useCooldown(resendAt);
  const [hasWaited, setHasWaited] = useState(false);
  if (cooldown > 0 && !hasWaited) setHasWaited(true);
  /** The seconds that were left when somebody wanted to know. */
  const [askedAt, setAskedAt] = useState(0);
  const tell = () => setAskedAt(cooldown);
  const said =
    cooldown > 0
      ? askedAt > 0 && `${labels.resend} ${verificationMessages.resendIn(askedAt)}`
      : hasWaited && labels.resendNow;
  return (
    <p className={styles.resend}>
      <span>{`${labels.notReceived} `}</span>
      <Button
        ref={ref}
        name={event}
        kind="inline"
        busy={isSending}
        inactive={isInactive || cooldown > 0}
        onClick={() => send({ type: event })}
        onClickCapture={tell}
        onFocus={tell}
        onBlur={() => setAskedAt(0)}
      >
        {isSending ? labels.sending : labels.resend}
      </Button>
      {cooldown > 0 ? (
        <span data-countdown>{` ${verificationMessages.resendIn(cooldown)}`}</span>
      ) : null}
      <span role="status">{said && <VisuallyHidden>{said}</VisuallyHidden>}</span>
    </p>
  );
}
