import {
  actionsWithEffect,
  catalogueOf,
  findPart,
  plainName,
  type Usage,
  usageOf,
  writtenTextOf,
} from '#chart/model/catalogue.ts';
import type { ChartData } from '#chart/model/chart.types.ts';
import { Button } from '#src/ui/button.tsx';
import type { MachineGraph } from '#statechart/explore/machine-graph.ts';
import type { StepSequence } from '#statechart/explore/steps.ts';
import { messages } from '../messages.ts';
import { PanelHeading } from './panel-heading.tsx';
import styles from './panels.module.css';
import { SourceLink } from './source-link.tsx';
import { TransitionList } from './transition-list.tsx';
import { WrittenCode } from './written-code.tsx';

interface UsageListProps {
  readonly graph: MachineGraph;
  readonly data: ChartData;
  readonly onSelect: (state: string) => void;
  readonly onAbout: (part: string) => void;
  readonly onPlay: (path: StepSequence) => void;
}

export interface UsagePanelProps extends UsageListProps {
  /** The kind and the name of a part: `event network.online`. */
  readonly part: string;
  /** Changes with each request to focus the heading; 0 for none. */
  readonly focus: number;
  readonly onDeselect: () => void;
}

const words = messages.usage;

/** Lists of more transitions than these open on demand. */
const MAX_OPEN = 6;

/** What an event, a guard, an action, an actor, a delay or a field of the context is, and where it is used. */
export function UsagePanel(props: UsagePanelProps) {
  const { graph, data, part, focus, onAbout, onDeselect } = props;
  const found = findPart(catalogueOf(graph, data), part);
  if (found === undefined) return <p role="status">{words.unknown(part)}</p>;
  const { kind, name } = found;
  const text = writtenTextOf(data, kind, name);
  const usage = usageOf(graph, data, found);
  const sources = new Set(usage.transitions.map(({ source }) => source));
  return (
    <section className={styles.selected} aria-label={name} data-testid="usage-panel">
      <PanelHeading focus={focus}>
        {messages.search.kinds[kind]} {name}
      </PanelHeading>
      <SourceLink location={data.details.sources[plainName(part)]} />
      <p>{kind === 'delay' ? found.detail : text?.comment}</p>
      <Button kind="quiet" onClick={onDeselect}>
        {messages.states.deselect}
      </Button>
      {kind === 'action' ? (
        <Assigned data={data} action={plainName(name)} onAbout={onAbout} />
      ) : null}
      {text === undefined ? null : <WrittenCode data={data} text={text} />}
      {kind === 'field' ? (
        <FieldUsage {...props} field={name} />
      ) : (
        <>
          <States {...props} states={usage.states} isInvoked={kind === 'actor'} />
          {usage.transitions.length === 0 ? null : (
            <h3>{words.transitions(usage.transitions.length, sources.size)}</h3>
          )}
          <TransitionList {...props} transitions={usage.transitions} hasSources isFull />
        </>
      )}
    </section>
  );
}

interface StatesProps extends Pick<UsageListProps, 'onSelect'> {
  readonly states: Usage['states'];
  readonly isInvoked: boolean;
}

function States({ states, isInvoked, onSelect }: StatesProps) {
  if (states.length === 0) return null;
  return (
    <>
      <h3>{isInvoked ? words.invokedIn : words.entryOrExit}</h3>
      <ul className={styles.steps}>
        {states.map(({ id }) => (
          <li key={id}>
            <Button kind="inline" onClick={() => onSelect(id)}>
              {id}
            </Button>
          </li>
        ))}
      </ul>
    </>
  );
}

interface AssignedProps extends Pick<UsageListProps, 'data' | 'onAbout'> {
  readonly action: string;
}

/** The parts of the context that an action assigns, and what it sets them to. */
function Assigned({ data, action, onAbout }: AssignedProps) {
  const { sets = [], resets = [] } = data.details.assigns[action] ?? {};
  const fields = [...new Set([...sets, ...resets])];
  if (fields.length === 0) return null;
  return (
    <>
      <h3>{words.assigns}</h3>
      <ul className={styles.steps}>
        {fields.map((field) => (
          <li key={field}>
            <Button kind="inline" onClick={() => onAbout(`field ${field}`)}>
              {field}
            </Button>{' '}
            <Value data={data} action={action} field={field} />
          </li>
        ))}
      </ul>
    </>
  );
}

/** What sets a part of the context, and what resets it. */
function FieldUsage({ field, ...props }: UsageListProps & { readonly field: string }) {
  const { graph, data, onAbout } = props;
  return (['sets', 'resets'] as const).map((effect) => {
    const actions = actionsWithEffect(data, field, effect);
    if (actions.length === 0) return null;
    return (
      <div key={effect}>
        <h3>{`${words.effects[effect]} (${actions.length})`}</h3>
        <ul className={styles.steps}>
          {actions.map((action) => {
            const { transitions, states } = usageOf(graph, data, {
              kind: 'action',
              name: action,
              detail: '',
            });
            const used = [...transitions, ...states].length > 0;
            return !used ? null : (
              <li key={action}>
                <Button kind="inline" onClick={() => onAbout(`action ${action}`)}>
                  {action}
                </Button>{' '}
                <Value data={data} action={action} field={field} />
                {states.length === 0 ? null : (
                  <div>{words.inStates(states.map(({ id }) => id).join(', '))}</div>
                )}
                {transitions.length === 0 ? null : (
                  <details open={transitions.length <= MAX_OPEN}>
                    <summary>{words.taken(transitions.length)}</summary>
                    <TransitionList {...props} transitions={transitions} hasSources isBrief />
                  </details>
                )}
              </li>
            );
          })}
        </ul>
      </div>
    );
  });
}

/** What an action sets a part of the context to, as it is written. */
function Value({ data, action, field }: Omit<AssignedProps, 'onAbout'> & { field: string }) {
  const value = writtenTextOf(data, 'action', action)?.assigns[field];
  return value === undefined ? null : <code className={styles.value}>{`= ${value}`}</code>;
}
