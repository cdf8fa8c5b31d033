import type { ReactNode } from 'react';
import type { ChartData } from '#chart/model/chart.types.ts';
import { transitionsOf } from '#chart/model/neighbourhood.ts';
import { Button } from '#src/ui/button.tsx';
import type { GraphTransition, MachineGraph } from '#statechart/explore/machine-graph.ts';
import type { StepSequence } from '#statechart/explore/steps.ts';
import { CopyText } from '../exports/copy-text.tsx';
import { messages } from '../messages.ts';
import { chartUrlWith } from '../use-hash-parameters.ts';
import { PanelHeading } from './panel-heading.tsx';
import styles from './panels.module.css';
import { SourceLink } from './source-link.tsx';
import { ActionList, TransitionList } from './transition-list.tsx';

interface StatePanelProps {
  readonly graph: MachineGraph;
  readonly data: ChartData;
  readonly id: string;
  /** Changes with each request to focus the heading; 0 for none. */
  readonly focus: number;
  readonly onSelect: (state: string) => void;
  readonly onAbout: (part: string) => void;
  readonly onPlay: (path: StepSequence) => void;
  readonly onDeselect: () => void;
}

const words = messages.states;

/** The selected state: its description, its actors and actions, and the transitions that leave and enter it. */
export function StatePanel(props: StatePanelProps) {
  const { graph, data, id, focus, onSelect, onAbout, onPlay, onDeselect } = props;
  const state = graph.states.find((candidate) => candidate.id === id);
  if (state === undefined) return <p role="status">{words.unknown(id)}</p>;
  const { invokes, entry, exit } = state;
  const path = data.details.shortestPaths[id];
  const children = graph.states.filter(({ parent }) => parent === id);
  const { own, inherited, incoming } = transitionsOf(graph, id);
  const list = (transitions: readonly GraphTransition[], hasSources: boolean) => (
    <TransitionList {...{ graph, data, transitions, hasSources, onSelect, onAbout, onPlay }} />
  );
  return (
    <section className={styles.selected} aria-label={id} data-testid="state-panel">
      <PanelHeading focus={focus}>{id}</PanelHeading>
      <SourceLink location={data.details.sources[`state ${id}`]} />
      <p>{state.description}</p>
      <div className={styles.buttons}>
        {path ? <Button onClick={() => onPlay(path)}>{words.shortestPath}</Button> : null}
        <CopyText label={words.link} text={() => chartUrlWith({ state: id })} />
        <Button kind="quiet" onClick={onDeselect}>
          {words.deselect}
        </Button>
      </div>
      <Part heading={words.parts.actors} count={invokes.length}>
        {invokes.map(({ id: invoke, actor }) => (
          <p key={invoke}>
            <Button kind="inline" onClick={() => onAbout(`actor ${actor}`)}>
              {actor}
            </Button>
          </p>
        ))}
      </Part>
      <Part heading={words.parts.entry} count={entry.length}>
        <ActionList {...{ data, onAbout }} actions={entry} />
      </Part>
      <Part heading={words.parts.exit} count={exit.length}>
        <ActionList {...{ data, onAbout }} actions={exit} />
      </Part>
      <Part heading={words.parts.children} count={children.length}>
        {children.map(({ id: child, name }) => (
          <p key={child}>
            <Button kind="inline" onClick={() => onSelect(child)}>
              {name}
            </Button>
          </p>
        ))}
      </Part>
      <Part heading={words.parts.own} count={own.length}>
        {list(own, false)}
      </Part>
      <Part heading={words.parts.incoming} count={incoming.length}>
        {list(incoming, true)}
      </Part>
      <Part heading={words.parts.inherited} count={inherited.length}>
        {list(inherited, true)}
      </Part>
    </section>
  );
}

interface PartProps {
  readonly heading: string;
  readonly count: number;
  readonly children: ReactNode;
}

function Part({ heading, count, children }: PartProps) {
  if (count === 0) return null;
  return (
    <>
      <h3>{`${heading} (${count})`}</h3>
      {children}
    </>
  );
}
