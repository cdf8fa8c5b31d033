import { useState } from 'react';
import { isActor, valueText } from '../../explore/values.ts';

interface ContextTreeProps {
  readonly context: Readonly<Record<string, unknown>>;
  /** The context before the last step; `null` at the start. */
  readonly before: Readonly<Record<string, unknown>> | null;
}

/** The context of the simulated machine: what the last step has changed, and all of it as a folded tree. */
export function ContextTree({ context, before }: ContextTreeProps) {
  const fields = Object.entries(context).filter(([, value]) => typeof value !== 'function');
  const changed = fields.filter(
    ([name, value]) => before !== null && valueText(before[name]) !== valueText(value),
  );
  return (
    <>
      {changed.length === 0 ? null : (
        <dl className="sc-facts" data-testid="context-changes">
          {changed.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                <del>{valueText(before?.[name])}</del> → <ins>{valueText(value)}</ins>
              </dd>
            </div>
          ))}
        </dl>
      )}
      <details className="sc-tree">
        <summary>Context</summary>
        {fields.map(([name, value]) => (
          <Branch key={name} name={name} value={value} />
        ))}
      </details>
    </>
  );
}

/** A value of the context. What it contains is rendered when it is opened: an object may contain itself. */
function Branch({ name, value }: { name: string; value: unknown }) {
  const [isOpen, setOpen] = useState(false);
  const isTree = typeof value === 'object' && value !== null && !isActor(value);
  if (!isTree || Object.keys(value).length === 0) {
    return (
      <p>
        {name}: <code>{valueText(value)}</code>
      </p>
    );
  }
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        {name}{' '}
        <span className="sc-small">{Array.isArray(value) ? `${value.length} elements` : ''}</span>
      </summary>
      {isOpen
        ? Object.entries(value).map(([key, child]) => <Branch key={key} name={key} value={child} />)
        : null}
    </details>
  );
}
