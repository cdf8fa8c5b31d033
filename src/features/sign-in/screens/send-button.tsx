import { useEffect, useRef } from 'react';
import { Button } from '#src/ui/button.tsx';
import { useCooldown } from './use-cooldown.ts';

interface SendButtonProps {
  readonly words: {
    readonly send: string;
    readonly sending: string;
    readonly resend: string;
    readonly resendIn: (seconds: number) => string;
  };
  /** Whether this is the first thing to do on the screen. */
  readonly first: boolean;
  readonly sending: boolean;
  readonly sent: boolean;
  readonly resendAt: number | null;
  /** Something else is under way. */
  readonly resting: boolean;
  readonly onSend: () => void;
  /** Called once something was sent, if the focus still waits on this button. */
  readonly onSent?: () => void;
}

/** Sends a code or a link, and again after a cooldown that is seen running down and blocks nothing else. */
export function SendButton(props: SendButtonProps) {
  const { words, first, sending, sent, resendAt, resting, onSend, onSent } = props;
  const button = useRef<HTMLButtonElement>(null);
  const wasSending = useRef(sending);
  const seconds = useCooldown(resendAt);
  const again = sent || resendAt !== null;

  useEffect(() => {
    const arrived = wasSending.current && !sending && sent;
    wasSending.current = sending;
    if (arrived && document.activeElement === button.current) onSent?.();
  }, [sending, sent, onSent]);

  return (
    <Button
      ref={button}
      kind={first && !again ? 'primary' : 'secondary'}
      wide
      busy={sending}
      inactive={resting || seconds > 0}
      onClick={onSend}
    >
      {text({ words, sending, again, seconds })}
    </Button>
  );
}

type Saying = Pick<SendButtonProps, 'words' | 'sending'> & { again: boolean; seconds: number };

function text({ words, sending, again, seconds }: Saying): string {
  if (sending) return words.sending;
  if (seconds > 0) return words.resendIn(seconds);
  return again ? words.resend : words.send;
}
