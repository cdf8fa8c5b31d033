import { useEffect, useRef } from 'react';
import type { GraphState, GraphTransition, MachineGraph } from '../explore/machine-graph.ts';
import { causeText, guardText, movesText } from '../explore/text.ts';
import type { Declarations } from '../plugin/declarations.ts';
import { SourceLink, StateLink } from './common/controls.tsx';
import { declarationOf, statesOf, transitionsOf } from './common/parts.ts';
import { isIn, transitionsAround } from './drawing/highlights.ts';

/** What the panels have in common. */
export interface InspectorProps {
  readonly graph: MachineGraph;
  /** Empty until they are loaded. */
  readonly declarations: Declarations;
  readonly onSelect: (state: string) => void;
  /** Shows a part by its kind and name, `guard isOpen`. */
  readonly onPart: (part: string) => void;
}

interface Shown {
  readonly selected: string | null;
  readonly part: string | null;
  /** Plays the shortest walk to a state or a transition. */
  readonly onReach: (id: string) => void;
}

/** Everything about the selected state, or about another part of the machine. */
export function Inspector({ selected, part, onReach, ...props }: InspectorProps & Shown) {
  const { graph, onPart, onSelect } = props;
  const state = graph.states.find(({ id }) => id === selected);
  if (part !== null) return <PartPanel key={part} {...props} part={part} onReach={onReach} />;
  if (state !== undefined)
    return <StatePanel key={state.id} {...props} state={state} onReach={onReach} />;
  const tags = [...new Set(graph.states.flatMap((each) => each.tags))];
  return (
    <>
      {selected === null ? (
        <p>Select a state, or search for a name. Everything about it is shown here.</p>
      ) : (
        <p role="status">This machine has no state "{selected}".</p>
      )}
      {tags.length > 0 ? <h2>Tags</h2> : null}
      <Chips names={tags} onChoose={(tag) => onPart(`tag ${tag}`)} />
      <h2>Transitions of every state</h2>
      <Rows
        {...{ ...props, onSelect }}
        transitions={graph.transitions.filter(({ source }) => source === graph.states[0]?.id)}
      />
    </>
  );
}

function StatePanel(props: InspectorProps & { state: GraphState; onReach: Shown['onReach'] }) {
  const { graph, state, declarations, onSelect, onPart, onReach } = props;
  const { id, kind, description, tags, invokes, entry, exit, initial, initialActions } = state;
  const own = graph.transitions.filter(({ source }) => source === id);
  const { incoming, outgoing } = transitionsAround(graph, id);
  const inherited = graph.transitions.filter(
    ({ source }) => source !== id && (isIn(id, source) || source === graph.states[0]?.id),
  );
  const inner = outgoing.filter(({ source }) => source !== id);
  const facts = [
    ['Entry', entry, 'action'],
    ['Exit', exit, 'action'],
    ['Initial actions', initialActions, 'action'],
  ] as const;
  return (
    <>
      <Heading
        title={id}
        note={kind === 'leaf' ? 'state' : `${kind} state`}
        at={declarations[`state ${id}`]?.at}
      />
      {description === '' ? null : <p>{description}</p>}
      <Chips names={tags} onChoose={(tag) => onPart(`tag ${tag}`)} />
      <dl className="sc-facts">
        {initial === null ? null : (
          <Fact name={kind === 'history' ? 'Default' : 'Starts in'}>
            <StateLink id={initial} onSelect={onSelect} />
          </Fact>
        )}
        {invokes.map(({ id: invoke, actor }) => (
          <Fact key={invoke} name="Invokes">
            <PartLink part={`actor ${actor}`} onPart={onPart} />
            {timeouts(own, declarations).map((text) => ` · ${text}`)}
          </Fact>
        ))}
        {facts.map(([name, names, part]) =>
          names.length === 0 ? null : (
            <Fact key={name} name={name}>
              {names.map((each) => (
                <PartLink key={each} part={`${part} ${each}`} onPart={onPart} />
              ))}
            </Fact>
          ),
        )}
      </dl>
      <h2>Leads to</h2>
      <Rows {...props} transitions={own} />
      {inner.length > 0 ? (
        <Fold title={`From a state in it (${inner.length})`}>
          <Rows {...props} transitions={inner} hasSource />
        </Fold>
      ) : null}
      {inherited.length > 0 ? (
        <Fold title={`From a state around it (${inherited.length})`}>
          <Rows {...props} transitions={inherited} hasSource />
        </Fold>
      ) : null}
      <h2>Comes from</h2>
      <Rows {...props} transitions={incoming} isIncoming />
      <button type="button" onClick={() => onReach(id)}>
        How do I get here?
      </button>
    </>
  );
}

function PartPanel(props: InspectorProps & { part: string; onReach: Shown['onReach'] }) {
  const { graph, part, declarations, onSelect, onReach } = props;
  const [kind = '', ...rest] = part.split(' ');
  const name = rest.join(' ');
  const { at, comment, code, constants } = declarationOf(declarations, kind, name) ?? {};
  const states = statesOf(graph, part);
  const transitions = transitionsOf(graph, part);
  return (
    <>
      <Heading title={kind === 'transition' ? 'Transition' : name} note={kind} at={at} />
      {comment ? <p>{comment}</p> : null}
      {constants?.map((text) => (
        <p key={text}>
          <code>{text}</code>
        </p>
      ))}
      {code ? <pre>{code}</pre> : null}
      {states.length > 0 ? <h2>States</h2> : null}
      <ul className="sc-rows">
        {states.map((id) => (
          <li key={id}>
            <StateLink id={id} onSelect={onSelect} />
          </li>
        ))}
      </ul>
      {transitions.length > 0 ? <h2>Transitions</h2> : null}
      {transitions.length > 0 ? <Rows {...props} transitions={transitions} hasSource /> : null}
      {kind === 'transition' ? (
        <button type="button" onClick={() => onReach(name)}>
          How do I get here?
        </button>
      ) : null}
    </>
  );
}

/** The heading of a panel, which gets the focus, so that a screen reader reads it. */
function Heading({ title, note, at }: { title: string; note: string; at: string | undefined }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // A person who moves through the drawing by the keyboard stays there: the status below tells what is selected.
    const isInDrawing = document.activeElement?.closest('[data-drawing]') ?? null;
    if (isInDrawing === null) heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <>
      <h2 ref={heading} tabIndex={-1} className="sc-title">
        {title}
      </h2>
      <span role="status" className="sc-hidden">
        {`${title} is selected.`}
      </span>
      <p className="sc-small">
        {note} <SourceLink at={at} />
      </p>
    </>
  );
}

function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}

function Fold({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <details>
      <summary>{title}</summary>
      {children}
    </details>
  );
}

function Chips({
  names,
  onChoose,
}: {
  names: readonly string[];
  onChoose: (name: string) => void;
}) {
  if (names.length === 0) return null;
  return (
    <p className="sc-chips">
      {names.map((name) => (
        <button key={name} type="button" onClick={() => onChoose(name)}>
          {name}
        </button>
      ))}
    </p>
  );
}

function PartLink({ part, onPart }: { part: string; onPart: (part: string) => void }) {
  const name = part.slice(part.indexOf(' ') + 1);
  const key = `${part.split(' ')[0]} ${name.replace(/\(.*$/s, '')}`;
  return (
    <button type="button" className="sc-link" onClick={() => onPart(key)}>
      {name}
    </button>
  );
}

interface RowsProps extends InspectorProps {
  readonly transitions: readonly GraphTransition[];
  /** Whether the rows lead to the sources instead of the targets. */
  readonly isIncoming?: boolean;
  /** Whether the rows also name the sources. */
  readonly hasSource?: boolean;
}

/** One line for each transition: its cause and guard, the other end, its actions and where it is written. */
function Rows({ transitions, declarations, onSelect, onPart, isIncoming, hasSource }: RowsProps) {
  if (transitions.length === 0) return <p className="sc-small">None.</p>;
  return (
    <ul className="sc-rows">
      {transitions.map((transition) => {
        const { id, kind, event, label, guard, source, targets, actions, description } = transition;
        const cause = { event: `event ${event}`, after: `delay ${label}` }[String(kind)];
        const constants = kind === 'after' ? declarations[`delay ${label}`]?.constants : undefined;
        return (
          <li key={id}>
            {hasSource || isIncoming ? (
              <>
                <StateLink id={source} onSelect={onSelect} />{' '}
              </>
            ) : null}
            {cause === undefined ? (
              <span className="sc-cause">{causeText(transition)}</span>
            ) : (
              <button type="button" className="sc-link sc-cause" onClick={() => onPart(cause)}>
                {causeText(transition)}
              </button>
            )}{' '}
            {constants?.map((text) => (
              <span key={text} className="sc-small">
                {text}{' '}
              </span>
            ))}
            {guard === null ? (
              guardText(transition)
            ) : (
              <>
                [<PartLink part={`guard ${guard}`} onPart={onPart} />]
              </>
            )}
            {isIncoming
              ? null
              : targets.map((target) => (
                  <span key={target}>
                    {' → '}
                    <StateLink id={target} onSelect={onSelect} />
                  </span>
                ))}
            <span className="sc-small"> {movesText(transition)}</span>
            {actions.length > 0 ? (
              <span className="sc-small">
                {' / '}
                {actions.map((action, index) => (
                  <span key={action}>
                    {index > 0 ? ', ' : ''}
                    <PartLink part={`action ${action}`} onPart={onPart} />
                  </span>
                ))}
              </span>
            ) : null}{' '}
            <SourceLink at={declarations[`transition ${id}`]?.at} />
            {description === '' ? null : <p className="sc-small">{description}</p>}
          </li>
        );
      })}
    </ul>
  );
}

/** The time-outs of a state: its delayed transitions, with their lengths. */
function timeouts(own: readonly GraphTransition[], declarations: Declarations): readonly string[] {
  const labels = own.filter(({ kind }) => kind === 'after').map(({ label }) => label);
  return [...new Set(labels)].map((label) => {
    const [length] = declarations[`delay ${label}`]?.constants ?? [];
    return `until ${length ?? label}`;
  });
}
