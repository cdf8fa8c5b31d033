import type { RefObject } from 'react';
import { Button } from '#src/ui/button.tsx';
import { TextField } from '#src/ui/text-field.tsx';
import { messages } from '../messages.ts';
import { Kbd } from '../shortcuts/kbd.tsx';
import { SHORTCUT_KEYS } from '../shortcuts/shortcuts.ts';
import styles from './policy-toolbar.module.css';

interface PolicyToolbarProps {
  readonly searchRef: RefObject<HTMLInputElement | null>;
  readonly words: string;
  readonly mayCreate: boolean;
  /** Whether single keys do anything, and so are worth showing. */
  readonly keysOn: boolean;
  readonly onWords: (words: string) => void;
  readonly onCreate: () => void;
}

/** What can be done to a list that is not empty: search it, and add to it. */
export function PolicyToolbar(props: PolicyToolbarProps) {
  const { searchRef, words, mayCreate, keysOn } = props;
  return (
    <div className={styles.toolbar}>
      <div className={styles.search}>
        <TextField
          ref={searchRef}
          label={messages.search}
          labelHidden
          type="search"
          placeholder={messages.searchPlaceholder}
          autoComplete="off"
          aria-keyshortcuts={keysOn ? SHORTCUT_KEYS.search : undefined}
          value={words}
          onChange={(event) => props.onWords(event.target.value)}
        />
      </div>
      {mayCreate ? <CreateButton keysOn={keysOn} onCreate={props.onCreate} /> : null}
    </div>
  );
}

interface CreateButtonProps {
  readonly keysOn: boolean;
  readonly onCreate: () => void;
}

/** The way to a new policy, with its key (R17.7). */
export function CreateButton({ keysOn, onCreate }: CreateButtonProps) {
  return (
    <Button
      kind="primary"
      aria-keyshortcuts={keysOn ? SHORTCUT_KEYS.create : undefined}
      onClick={onCreate}
    >
      {messages.create}
      {keysOn ? <Kbd>{SHORTCUT_KEYS.create}</Kbd> : null}
    </Button>
  );
}
