import { Sentence } from '../elements/sentence.tsx';
import { useSettled } from '../hooks/use-settled.ts';

interface SettledStatusProps {
  readonly className: string | undefined;
  readonly text: string;
}

/** A status that is seen at once, and announced when it has stopped changing (R1.23). */
export function SettledStatus({ className, text }: SettledStatusProps) {
  const settled = useSettled(text);
  return (
    <>
      <p className={className} role="status">
        <Sentence text={settled} />
      </p>
      {settled === text ? null : (
        <p className={className} aria-hidden="true">
          <Sentence text={text} />
        </p>
      )}
    </>
  );
}
