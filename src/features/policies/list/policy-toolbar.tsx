import type { ReactNode, RefObject } from 'react';
import { Button } from '#src/ui/button.tsx';
import { TextField } from '#src/ui/text-field.tsx';
import { messages } from '../messages.ts';
import { Kbd } from '../shortcuts/kbd.tsx';
import { SHORTCUT_KEYS } from '../shortcuts/shortcuts.ts';
import styles from './policy-toolbar.module.css';

interface CreateButtonProps {
  /** Whether single-key shortcuts are enabled and therefore shown. */
  readonly hasShortcuts: boolean;
  readonly onCreate: () => void;
}

interface PolicyToolbarProps extends Pick<CreateButtonProps, 'hasShortcuts'> {
  readonly searchRef: RefObject<HTMLInputElement | null>;
  readonly query: string;
  /** `null` when the member cannot create policies. */
  readonly createButton: ReactNode;
  readonly onSearch: (query: string) => void;
}

/** Search field and create button above a list that is not empty. */
export function PolicyToolbar(props: PolicyToolbarProps) {
  const { searchRef, query, createButton, hasShortcuts, onSearch } = props;
  return (
    <div className={styles.toolbar}>
      <div className={styles.search}>
        <TextField
          ref={searchRef}
          label={messages.search}
          labelHidden
          type="search"
          placeholder={messages.searchPlaceholder}
          aria-keyshortcuts={hasShortcuts ? SHORTCUT_KEYS.search : undefined}
          value={query}
          onText={onSearch}
        />
      </div>
      {createButton}
    </div>
  );
}

/** Opens the editor for a new policy, and shows the shortcut that does the same (R17.7). */
export function CreateButton({ hasShortcuts, onCreate }: CreateButtonProps) {
  return (
    <Button
      kind="primary"
      aria-keyshortcuts={hasShortcuts ? SHORTCUT_KEYS.create : undefined}
      onClick={onCreate}
    >
      {messages.create}
      {hasShortcuts ? <Kbd>{SHORTCUT_KEYS.create}</Kbd> : null}
    </Button>
  );
}
