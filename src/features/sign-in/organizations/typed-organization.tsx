import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { SelectionView } from '#machines/auth/auth.view.ts';
import { findListed, slugToSend, typedOrganization } from '#machines/rules/organization.ts';
import { Button } from '#src/ui/controls/button.tsx';
import { Form } from '#src/ui/controls/form.tsx';
import { TextField } from '#src/ui/controls/text-field.tsx';
import { SettledStatus } from '#src/ui/feedback/settled-status.tsx';
import { isComposing } from '#src/ui/hooks/is-composing.ts';
import { sentenceOf } from '../notices.ts';
import { selectionMessages } from '../selection-messages.ts';
import { type FieldNotice, useFieldError } from '../use-field-error.ts';
import styles from './typed-organization.module.css';

interface TypedOrganizationProps {
  /** The name to start with, for example one that could not be used. */
  readonly initialName: string;
  /** Button label while the name is being used; `null` at rest. */
  readonly busyLabel: string | null;
  /** Button label at rest, if it leads to more than using the name. */
  readonly submitLabel?: string | undefined;
  readonly view: Pick<SelectionView, 'organizations' | 'canCreate' | 'slugPattern'> & {
    readonly notice: FieldNotice | null;
  };
  /** A hint about the name that replaces the one derived from the list. */
  readonly hint?: string | undefined;
  /** Called with the name on each change. */
  readonly onName?: (name: string) => void;
  readonly onSubmit: (name: string) => void;
  /** `null` while it cannot be cancelled. */
  readonly onCancel: (() => void) | null;
}

/** A field for the name of an organization that is not in the list (R6.4, R6.5). */
export function TypedOrganization(props: TypedOrganizationProps) {
  const { initialName, busyLabel, view, onSubmit, onCancel } = props;
  const [name, setName] = useState(initialName);
  const { error, onEdit } = useFieldError(view.notice);
  const isBlank = name.trim() === '';
  const isBusy = busyLabel !== null;
  const input = useRef<HTMLInputElement>(null);
  // After a refusal, the person changes the name next.
  useEffect(() => {
    if (error !== null) input.current?.focus();
  }, [error]);

  const submit = () => {
    if (!isBlank && !isBusy) onSubmit(name);
  };
  const change = (text: string) => {
    if (isBusy) return;
    setName(text);
    props.onName?.(text);
    onEdit();
  };
  const cancelOnEscape = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !isComposing(event)) onCancel?.();
  };

  return (
    <Form className={styles.form} onSubmit={submit} onKeyDown={cancelOnEscape}>
      <TextField
        ref={input}
        label={selectionMessages.nameLabel}
        placeholder={selectionMessages.namePlaceholder}
        aria-required
        autoComplete="organization"
        autoCapitalize="words"
        spellCheck={false}
        enterKeyHint="go"
        autoFocus
        hint={<SettledStatus className={styles.hint} text={props.hint ?? nameHint(name, view)} />}
        error={error}
        value={name}
        onText={change}
      />
      <div className={styles.actions}>
        <Button
          kind="quiet"
          name="organization.cancel"
          inactive={onCancel === null}
          onClick={() => onCancel?.()}
        >
          {selectionMessages.cancel}
        </Button>
        <Button type="submit" kind="primary" busy={isBusy} disabled={isBlank}>
          {busyLabel ?? props.submitLabel ?? selectionMessages.continue}
        </Button>
      </div>
    </Form>
  );
}

/** What "Continue" does with a name: choose a listed organization, or create one under the shown slug (R6.18). */
function nameHint(name: string, view: TypedOrganizationProps['view']): string {
  const organization = typedOrganization(name);
  const listed = organization && findListed(view.organizations, organization);
  if (listed) {
    if (listed.follows === 'unsupported') return selectionMessages.follows.unsupported;
    return selectionMessages.listedHint(listed);
  }
  if (!view.canCreate) return sentenceOf({ code: 'organizationCreationDisabled' });
  const slug = organization && slugToSend(organization, view.slugPattern);
  return typeof slug === 'string' ? selectionMessages.slugHint(slug) : selectionMessages.nameHint;
}
