import {
  type KeyboardEvent,
  useDeferredValue,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
import { type Part, searchParts } from './common/parts.ts';

const MAX_RESULTS = 30;

interface SearchProps {
  /** Loads what can be found. */
  readonly load: () => Promise<readonly Part[]>;
  readonly onChoose: (part: Part) => void;
}

/** A field that finds every part of the machine by its name, its description and what is said about it. */
export function Search({ load, onChoose }: SearchProps) {
  const [parts, setParts] = useState<readonly Part[] | null>(null);
  const [query, setQuery] = useState('');
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(0);
  const listId = useId();
  const field = useRef<HTMLInputElement>(null);
  const deferred = useDeferredValue(query);
  const found = useMemo(() => searchParts(parts ?? [], deferred, MAX_RESULTS), [parts, deferred]);
  useEffect(() => {
    const onKeyDown = ({ key, target }: globalThis.KeyboardEvent) => {
      const isTyping = target instanceof Element && target.matches('input, textarea, select');
      if (key === '/' && !isTyping) setTimeout(() => field.current?.focus());
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
  const start = () => {
    setOpen(true);
    if (parts === null) load().then(setParts, () => setParts([]));
  };
  const choose = (part: Part | undefined) => {
    if (part === undefined) return;
    setOpen(false);
    onChoose(part);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const moves: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };
    const move = moves[event.key];
    if (move !== undefined) setActive((active + move + found.length) % Math.max(found.length, 1));
    else if (event.key === 'Enter') choose(found[active]);
    else if (event.key === 'Escape') setOpen(false);
    else return;
    event.preventDefault();
  };
  const hasList = isOpen && query.trim() !== '';
  return (
    <div className="sc-search">
      <input
        ref={field}
        type="search"
        role="combobox"
        aria-label="Search the machine"
        aria-expanded={hasList}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={hasList && found[active] ? `${listId}-${active}` : undefined}
        placeholder="Search: state, event, guard… ( / )"
        value={query}
        onFocus={start}
        onBlur={() => setOpen(false)}
        onKeyDown={onKeyDown}
        onChange={({ target }) => {
          setQuery(target.value);
          setActive(0);
          start();
        }}
      />
      <div id={listId} role="listbox" aria-label="Found" hidden={!hasList}>
        {found.map((part, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: The field handles the keys.
          <div
            key={`${part.kind} ${part.name}`}
            id={`${listId}-${index}`}
            role="option"
            aria-selected={index === active}
            tabIndex={-1}
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => choose(part)}
          >
            <span className="sc-small">{part.kind}</span>{' '}
            {part.kind === 'transition' ? null : <strong>{part.name}</strong>}{' '}
            <span>{part.note}</span>
          </div>
        ))}
        {found.length === 0 ? (
          <div role="option" aria-selected="false" aria-disabled="true" tabIndex={-1}>
            {parts === null ? 'Loading…' : 'Nothing is found.'}
          </div>
        ) : null}
      </div>
    </div>
  );
}
