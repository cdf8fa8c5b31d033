import { useEffect, useRef } from 'react';
import { Button } from '#src/ui/button.tsx';
import { useCooldown } from './use-cooldown.ts';

interface SendCodeOrLinkButtonProps {
  readonly labels: {
    readonly send: string;
    readonly sending: string;
    readonly resend: string;
    readonly resendIn: (seconds: number) => string;
  };
  /** Whether sending is the main action of the screen. */
  readonly isPrimary: boolean;
  readonly isSending: boolean;
  readonly isSent: boolean;
  readonly resendAt: number | null;
  /** Another action is in progress. */
  readonly isInactive: boolean;
  readonly onSend: () => void;
  /** Called when sending has succeeded, if this button still has the focus. */
  readonly onSent?: () => void;
}

/** Sends a code or a link, and again after a cooldown (R8.16). */
export function SendCodeOrLinkButton(props: SendCodeOrLinkButtonProps) {
  const { labels, isPrimary, isSending, isSent, resendAt, isInactive, onSend, onSent } = props;
  const button = useRef<HTMLButtonElement>(null);
  const wasSending = useRef(isSending);
  const cooldown = useCooldown(resendAt);
  const isResend = isSent || resendAt !== null;

  useEffect(() => {
    const hasSucceeded = wasSending.current && !isSending && isSent;
    wasSending.current = isSending;
    if (hasSucceeded && document.activeElement === button.current) onSent?.();
  }, [isSending, isSent, onSent]);

  const idleLabel = isResend ? labels.resend : labels.send;
  const label = cooldown > 0 ? labels.resendIn(cooldown) : idleLabel;
  return (
    <Button
      ref={button}
      kind={isPrimary && !isResend ? 'primary' : 'secondary'}
      wide
      busy={isSending}
      inactive={isInactive || cooldown > 0}
      onClick={onSend}
    >
      {isSending ? labels.sending : label}
    </Button>
  );
}
