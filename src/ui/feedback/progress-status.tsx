import { VisuallyHidden } from '../elements/visually-hidden.tsx';
import { useSettled } from '../hooks/use-settled.ts';

/** Tells screen readers what is in progress, if it takes longer than a moment (R1.25). Others see it on the page. */
export function ProgressStatus({ text }: { text: string | false }) {
  const settled = useSettled(text || '', '');
  return (
    <VisuallyHidden role="status" data-volatile>
      {settled}
    </VisuallyHidden>
  );
}
