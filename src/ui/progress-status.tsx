import { useSettled } from './use-settled.ts';
import { VisuallyHidden } from './visually-hidden.tsx';

/** Tells screen readers what is in progress, if it takes longer than a moment (R1.25). The page shows it to the others. */
export function ProgressStatus({ text }: { text: string | false }) {
  const settled = useSettled(text || '', '');
  return (
    <VisuallyHidden role="status" data-volatile>
      {settled}
    </VisuallyHidden>
  );
}
