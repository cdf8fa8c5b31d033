import { type FormEvent, type KeyboardEvent, useId, useState } from 'react';
import { typedOrganization } from '#machines/rules/organization.ts';
import { Button } from '#src/ui/button.tsx';
import { Sentence } from '#src/ui/sentence.tsx';
import { TextField } from '#src/ui/text-field.tsx';
import { messages } from '../messages.ts';
import { useOncePerTick } from '../screens/use-once-per-turn.ts';
import styles from './typed-organization.module.css';

const { selection } = messages;

interface TypedOrganizationProps {
  /** The name as it was typed before, handed back. */
  readonly typedName: string;
  /** What is going on for it, in words. */
  readonly busy: string | null;
  readonly onSubmit: (name: string) => void;
  readonly onCancel: () => void;
}

/** The field for an organization that is not on the list (R6.4, R6.5): a blank name cannot be sent. */
export function TypedOrganization({ typedName, busy, onSubmit, onCancel }: TypedOrganizationProps) {
  const [name, setName] = useState(typedName);
  const hint = useId();
  const send = useOncePerTick(onSubmit);
  const typed = typedOrganization(name);
  const blank = typed === null;
  const still = busy !== null;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!blank && !still) send(name);
  };
  const cancelOnEscape = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !still) onCancel();
  };

  return (
    <form className={styles.form} onSubmit={submit} onKeyDown={cancelOnEscape} noValidate>
      <TextField
        label={selection.nameLabel}
        labelHidden
        placeholder={selection.namePlaceholder}
        autoComplete="organization"
        autoFocus
        aria-describedby={hint}
        value={name}
        onChange={(event) => (still ? undefined : setName(event.target.value))}
      />
      <p className={styles.hint} id={hint}>
        {typed === null ? (
          selection.nameHint
        ) : (
          <Sentence text={selection.slugHint} values={{ slug: typed.slug }} />
        )}
      </p>
      <div className={styles.actions}>
        <Button type="submit" kind="primary" busy={still} disabled={blank}>
          {busy ?? selection.continue}
        </Button>
        <Button kind="quiet" inactive={still} onClick={onCancel}>
          {selection.cancel}
        </Button>
      </div>
    </form>
  );
}
