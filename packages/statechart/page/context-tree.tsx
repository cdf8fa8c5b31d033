interface ContextTreeProps {
  readonly context: Readonly<Record<string, unknown>>;
  /** The context before the last step; `null` at the start. */
  readonly before: Readonly<Record<string, unknown>> | null;
}

/** The context of the simulated machine: what the last step has changed, and all of it as a folded tree. */
export function ContextTree({ context, before }: ContextTreeProps) {
  const fields = Object.entries(context).filter(([, value]) => typeof value !== 'function');
  const changed = fields.filter(
    ([name, value]) => before !== null && textOf(before[name]) !== textOf(value),
  );
  return (
    <>
      {changed.length === 0 ? null : (
        <dl className="sc-facts" data-testid="context-changes">
          {changed.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                <del>{textOf(before?.[name])}</del> → <ins>{textOf(value)}</ins>
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

function Branch({ name, value }: { name: string; value: unknown }) {
  const children = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  if (children.length === 0) {
    return (
      <p>
        {name}: <code>{textOf(value)}</code>
      </p>
    );
  }
  return (
    <details>
      <summary>
        {name}{' '}
        <span className="sc-small">{Array.isArray(value) ? `${value.length} elements` : ''}</span>
      </summary>
      {children.map(([key, child]) => (
        <Branch key={key} name={key} value={child} />
      ))}
    </details>
  );
}

/** A value in one line; an actor by its id. */
function textOf(value: unknown): string {
  try {
    return JSON.stringify(value) ?? 'undefined';
  } catch {
    return String(value);
  }
}
