import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { safeLocalStorage } from '#src/storage/web-storage.ts';
import { isComposing } from '#src/ui/is-composing.ts';
import { messages } from '../messages.ts';
import type { Found } from './panels.tsx';
import styles from './search-field.module.css';

interface SearchFieldProps {
  /** `null` until it is loaded. */
  readonly search: ((query: string) => readonly Found[]) | null;
  readonly onFocus: () => void;
  readonly onChoose: (found: Found) => void;
}

const words = messages.search;

/** How far a key moves in the list. Home and End move in the text. */
const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** Searches the states, events, guards, actions, actors, delays and context fields of the machine. */
export function SearchField({ search, onFocus, onChoose }: SearchFieldProps) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [query, setQuery] = useState('');
  const [index, setIndex] = useState(0);
  const [isOpen, setOpen] = useState(false);
  const found = (isOpen && search?.(query)) || [];
  // Enter was pressed before the search was loaded.
  const [isAwaited, setAwaited] = useState(false);
  useFocusKey(field);
  const choose = (chosen: Found | undefined) => {
    if (chosen === undefined) return;
    setOpen(false);
    onChoose(chosen);
  };
  useEffect(() => {
    if (!isAwaited || search === null) return;
    setAwaited(false);
    choose(search(query)[0]);
  });
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event)) return;
    const { key } = event;
    setAwaited(key === 'Enter' && search === null);
    const step = STEPS[key] ?? 0;
    if (found.length === 0 || (step === 0 && key !== 'Enter' && key !== 'Escape')) return;
    event.preventDefault();
    if (step !== 0) setIndex(Math.max(0, Math.min(index + step, found.length - 1)));
    else if (key === 'Enter') choose(found[index]);
    else setOpen(false);
  };
  const optionId = (position: number) => `${id}-${position}`;
  return (
    <div className={styles.search}>
      <label>
        {words.label}
        <input
          ref={field}
          type="search"
          role="combobox"
          autoComplete="off"
          spellCheck={false}
          aria-expanded={found.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-keyshortcuts="/"
          aria-activedescendant={found.length > 0 ? optionId(index) : undefined}
          placeholder={words.placeholder}
          value={query}
          onChange={({ target }) => {
            setQuery(target.value);
            setIndex(0);
            setOpen(true);
          }}
          onFocus={({ target }) => {
            target.select();
            setOpen(true);
            onFocus();
          }}
          onBlur={() => setOpen(false)}
          onKeyDown={onKeyDown}
        />
      </label>
      <div id={`${id}-list`} role="listbox" aria-label={words.results} hidden={found.length === 0}>
        {found.map((part, position) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: The keys of the field choose an option.
          <div
            key={`${part.kind} ${part.name}`}
            id={optionId(position)}
            role="option"
            aria-selected={position === index}
            tabIndex={-1}
            // A press would take the focus from the field, which closes the list.
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => choose(part)}
          >
            <small>{words.kinds[part.kind]}</small> <strong>{part.name}</strong>
            <span>{part.detail}</span>
          </div>
        ))}
      </div>
      <p className={styles.none} role="status">
        {isOpen && search !== null && query.trim() !== '' && found.length === 0 ? words.none : ''}
      </p>
    </div>
  );
}

/** The key `/` focuses the field, unless a person types or has switched single keys off. */
function useFocusKey(field: { readonly current: HTMLInputElement | null }): void {
  useEffect(() => {
    const focus = (event: globalThis.KeyboardEvent) => {
      const { target, key, ctrlKey, metaKey, altKey } = event;
      if (key !== '/' || ctrlKey || metaKey || altKey) return;
      if (target instanceof Element && target.closest('input, select, textarea') !== null) return;
      if (safeLocalStorage.read('single_key_shortcuts') === 'off') return;
      event.preventDefault();
      field.current?.focus();
    };
    document.addEventListener('keydown', focus);
    return () => document.removeEventListener('keydown', focus);
  }, [field]);
}
