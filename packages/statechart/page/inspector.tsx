import { Fragment, useEffect, useRef } from 'react';
import type { ChartData } from '../chart.types.ts';
import type { GraphState, GraphTransition } from '../explore/machine-graph.ts';
import { causeText, guardText, movesText } from '../explore/text.ts';
import { guardsIn, kindAndNameOf, partsOf, plainName } from './common/parts.ts';
import { isIn, transitionsAround } from './drawing/highlights.ts';

interface InspectorProps {
  readonly data: ChartData;
  /** Shows a part by its kind and name: `state open`, `guard isOpen`. */
  readonly onPart: (part: string) => void;
}

interface Shown {
  readonly selected: string | null;
  readonly part: string | null;
  /** Plays the shortest walk to a state. */
  readonly onReach: (state: string) => void;
}

/** Everything about the selected state, or about another part of the machine; else all its transitions. */
export function Inspector({ selected, part, onReach, ...props }: InspectorProps & Shown) {
  const { graph } = props.data;
  const state = graph.states.find(({ id }) => id === selected);
  if (part !== null && partsOf(graph).has(part)) {
    return <PartPanel key={part} {...props} part={part} />;
  }
  if (state !== undefined) {
    return <StatePanel key={state.id} {...props} state={state} onReach={onReach} />;
  }
  return (
    <>
      <p role="status">
        {part === null && selected === null
          ? 'Select a state, or search for a name. Everything about it is shown here.'
          : `This machine has no ${part ?? `state ${selected}`}.`}
      </p>
      <h2>All transitions</h2>
      <Rows {...props} transitions={graph.transitions} hasSource />
    </>
  );
}

function StatePanel(props: InspectorProps & { state: GraphState; onReach: Shown['onReach'] }) {
  const { data, state, onPart, onReach } = props;
  const { id, kind, description, tags, invokes, entry, exit, initial, initialActions } = state;
  const { transitions } = data.graph;
  const own = transitions.filter(({ source }) => source === id);
  const { incoming, outgoing } = transitionsAround(data.graph, id);
  const inherited = transitions.filter(
    ({ source }) => source !== id && (isIn(id, source) || source === data.graph.states[0]?.id),
  );
  const inner = outgoing.filter(({ source }) => source !== id);
  const facts = [
    ['Tags', tags, 'tag'],
    [kind === 'history' ? 'Default' : 'Starts in', initial === null ? [] : [initial], 'state'],
    ['Invokes', invokes.map(({ actor }) => actor), 'actor'],
    ['Entry', entry, 'action'],
    ['Exit', exit, 'action'],
    ['Initial actions', initialActions, 'action'],
  ] as const;
  const others = [
    [`From a state in it (${inner.length})`, inner],
    [`From a state around it (${inherited.length})`, inherited],
  ] as const;
  return (
    <>
      <Heading title={id} note={kind === 'leaf' ? 'state' : `${kind} state`} />
      {description === '' ? null : <p>{description}</p>}
      <dl className="sc-facts">
        {facts.map(([name, names, part]) =>
          names.length === 0 ? null : (
            <Fragment key={name}>
              <dt>{name}</dt>
              <dd>
                {names.map((each) => (
                  <PartLink key={each} kind={part} name={each} onPart={onPart} />
                ))}
              </dd>
            </Fragment>
          ),
        )}
      </dl>
      <h2>Leads to</h2>
      <Rows {...props} transitions={own} />
      {others.map(([title, list]) =>
        list.length === 0 ? null : (
          <details key={title}>
            <summary>{title}</summary>
            <Rows {...props} transitions={list} hasSource />
          </details>
        ),
      )}
      <h2>Comes from</h2>
      <Rows {...props} transitions={incoming} hasSource />
      <button type="button" onClick={() => onReach(id)}>
        How do I get here?
      </button>
    </>
  );
}

function PartPanel({ part, ...props }: InspectorProps & { part: string }) {
  const { graph, codes } = props.data;
  const [kind, name] = kindAndNameOf(part);
  const code = codes[`${kind} ${plainName(name)}`];
  const uses = partsOf(graph).get(part);
  const [states, transitions] = [[...(uses?.states ?? [])], [...(uses?.transitions ?? [])]];
  return (
    <>
      <Heading title={name} note={kind} />
      {code ? <pre>{code}</pre> : null}
      {states.length > 0 ? <h2>States</h2> : null}
      <ul className="sc-rows">
        {states.map((id) => (
          <li key={id}>
            <PartLink kind="state" name={id} onPart={props.onPart} />
          </li>
        ))}
      </ul>
      {transitions.length > 0 ? <h2>Transitions</h2> : null}
      {transitions.length > 0 ? <Rows {...props} transitions={transitions} hasSource /> : null}
    </>
  );
}

/** The heading of a panel, which gets the focus, so that a screen reader reads it. */
function Heading({ title, note }: { title: string; note: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // A person who moves through the drawing, or types a name, stays there: the status below tells what is selected.
    const stays = document.activeElement?.closest('[data-drawing], input') ?? null;
    if (stays === null) heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <>
      <h2 ref={heading} tabIndex={-1} className="sc-title">
        {title}
      </h2>
      <span role="status" className="sc-hidden">
        {`${title} is selected.`}
      </span>
      <p className="sc-small">{note}</p>
    </>
  );
}

interface PartLinkProps extends Pick<InspectorProps, 'onPart'> {
  readonly kind: string;
  readonly name: string;
  /** What it says instead of the name. */
  readonly text?: string;
}

function PartLink({ kind, name, text = name, onPart }: PartLinkProps) {
  const isCause = kind === 'event' || kind === 'delay';
  const [own = ''] = kind === 'guard' ? guardsIn(name).filter(Boolean) : [];
  const part = { guard: own, action: plainName(name) }[kind] ?? name;
  // A function without a name is no part.
  if (part === '') return text;
  return (
    <button
      type="button"
      className={isCause ? 'sc-link sc-cause' : 'sc-link'}
      onClick={() => onPart(`${kind} ${part}`)}
    >
      {text}
    </button>
  );
}

interface RowsProps extends InspectorProps {
  readonly transitions: readonly GraphTransition[];
  /** Whether the rows also name the sources. */
  readonly hasSource?: boolean;
}

/** One line for each transition: its cause and guard, where it leads and its actions. */
function Rows({ transitions, onPart, hasSource }: RowsProps) {
  if (transitions.length === 0) return <p className="sc-small">None.</p>;
  return (
    <ul className="sc-rows">
      {transitions.map((transition) => {
        const { id, kind, event, label, guard, source, targets, actions, description } = transition;
        const cause = { event, after: label }[String(kind)];
        const text = causeText(transition);
        return (
          <li key={id} data-transition={id}>
            {hasSource ? <PartLink kind="state" name={source} onPart={onPart} /> : null}{' '}
            {cause === undefined ? (
              <span className="sc-cause">{text}</span>
            ) : (
              <PartLink
                kind={kind === 'event' ? 'event' : 'delay'}
                name={cause}
                text={text}
                onPart={onPart}
              />
            )}{' '}
            {guard === null ? (
              guardText(transition)
            ) : (
              <>
                [<PartLink kind="guard" name={guard} onPart={onPart} />]
              </>
            )}
            {targets.map((target) => (
              <span key={target}>
                {' → '}
                <PartLink kind="state" name={target} onPart={onPart} />
              </span>
            ))}
            <span className="sc-small"> {movesText(transition)}</span>
            {actions.map((action, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: A transition may have an action twice.
              <span key={index} className="sc-small">
                {index > 0 ? ', ' : ' / '}
                <PartLink kind="action" name={action} onPart={onPart} />
              </span>
            ))}
            {description === '' ? null : <p className="sc-small">{description}</p>}
          </li>
        );
      })}
    </ul>
  );
}
