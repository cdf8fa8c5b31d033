import { type ComponentProps, type SubmitEvent, useRef } from 'react';

interface FormProps extends Omit<ComponentProps<'form'>, 'onSubmit' | 'noValidate'> {
  readonly onSubmit: () => void;
}

/** A form that the product checks and sends itself: not while an input method composes a text in it (R1.15). */
export function Form({ onSubmit, ...form }: FormProps) {
  const isComposing = useRef(false);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!isComposing.current) onSubmit();
  };
  return (
    <form
      {...form}
      onSubmit={submit}
      onCompositionStart={() => {
        isComposing.current = true;
      }}
      onCompositionEnd={() => {
        isComposing.current = false;
      }}
      noValidate
    />
  );
}
