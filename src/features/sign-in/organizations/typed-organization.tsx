import { type FormEvent, type KeyboardEvent, useId, useState } from 'react';
import { typedOrganization } from '#machines/rules/organization.ts';
import { Button } from '#src/ui/button.tsx';
import { isComposing } from '#src/ui/is-composing.ts';
import { Sentence } from '#src/ui/sentence.tsx';
import { TextField } from '#src/ui/text-field.tsx';
import { useOncePerTask } from '../screens/use-once-per-task.ts';
import { selectionMessages } from '../selection-messages.ts';
import styles from './typed-organization.module.css';

const selection = selectionMessages;

interface TypedOrganizationProps {
  /** The name to start with, for example one that could not be used. */
  readonly initialName: string;
  /** Button label while the name is being used; `null` at rest. */
  readonly busyLabel: string | null;
  readonly onSubmit: (name: string) => void;
  readonly onCancel: () => void;
}

/** A field for the name of an organization that is not in the list (R6.4, R6.5). */
export function TypedOrganization({
  initialName,
  busyLabel,
  onSubmit,
  onCancel,
}: TypedOrganizationProps) {
  const [name, setName] = useState(initialName);
  const hintId = useId();
  const send = useOncePerTask(onSubmit);
  const organization = typedOrganization(name);
  const isBlank = organization === null;
  const isBusy = busyLabel !== null;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isBlank && !isBusy) send(name);
  };
  const cancelOnEscape = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !isBusy && !isComposing(event)) onCancel();
  };

  return (
    <form className={styles.form} onSubmit={submit} onKeyDown={cancelOnEscape} noValidate>
      <TextField
        label={selection.nameLabel}
        labelHidden
        placeholder={selection.namePlaceholder}
        autoComplete="organization"
        autoCapitalize="words"
        spellCheck={false}
        enterKeyHint="go"
        autoFocus
        aria-describedby={hintId}
        value={name}
        onChange={(event) => (isBusy ? undefined : setName(event.target.value))}
      />
      <p className={styles.hint} id={hintId}>
        {organization === null ? (
          selection.nameHint
        ) : (
          <Sentence text={selection.slugHint} values={{ slug: organization.slug }} />
        )}
      </p>
      <div className={styles.actions}>
        <Button type="submit" kind="primary" busy={isBusy} disabled={isBlank}>
          {busyLabel ?? selection.continue}
        </Button>
        <Button kind="quiet" inactive={isBusy} onClick={onCancel}>
          {selection.cancel}
        </Button>
      </div>
    </form>
  );
}
