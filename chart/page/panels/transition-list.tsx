import { causeText, guardText } from '#chart/model/cards.ts';
import {
  assignText,
  delayText,
  type PartKind,
  plainName,
  writtenTextOf,
} from '#chart/model/catalogue.ts';
import type { ChartData } from '#chart/model/chart.types.ts';
import { Button } from '#src/ui/button.tsx';
import type { GraphTransition, MachineGraph } from '#statechart/explore/machine-graph.ts';
import type { StepSequence } from '#statechart/explore/steps.ts';
import { ROOT } from '#statechart/explore/transition-id.ts';
import { messages } from '../messages.ts';
import { type GuardResult, guardResultsOf } from '../simulate/guard-results.ts';
import styles from './panels.module.css';
import { SourceLink } from './source-link.tsx';

interface TransitionListProps {
  readonly graph: MachineGraph;
  readonly data: ChartData;
  readonly transitions: readonly GraphTransition[];
  /** Whether each transition names the state it leaves. */
  readonly hasSources: boolean;
  /** Whether only states and causes are shown. */
  readonly isBrief?: boolean;
  /** Whether everything that must hold is shown, and where: for a list without the transitions that are asked before. */
  readonly isFull?: boolean;
  readonly onSelect: (state: string) => void;
  readonly onAbout: (part: string) => void;
  readonly onPlay: (path: StepSequence) => void;
}

const words = messages.states;

/** Characters of what an action assigns that are shown at once. */
const MAX_LENGTH = 80;

/** Transitions with their delays, guards, targets and actions, what the guards ask and what the actions assign. */
export function TransitionList(props: TransitionListProps) {
  const { graph, data, transitions, hasSources, isBrief = false, isFull = false } = props;
  const { onSelect, onAbout, onPlay } = props;
  const explainedIn = isFull ? firstUses(transitions) : null;
  const list = (
    <ul className={styles.steps}>
      {transitions.map((transition) => {
        const { id, kind, label, source, guard, targets, actions } = transition;
        const [target] = targets;
        const path = data.details.shortestPaths[id];
        const delay = kind === 'after' ? delayText(data, label) : '';
        const condition = guardText(transition);
        const cause = [causeText(transition), condition].filter(Boolean).join(' ');
        return (
          <li key={id}>
            {hasSources ? (
              <>
                <Button kind="inline" onClick={() => onSelect(source)}>
                  {source}
                </Button>{' '}
              </>
            ) : null}
            {causeText(transition)}
            {delay === '' ? null : ` (${delay})`}{' '}
            {guard === null ? (
              condition
            ) : isFull ? null : (
              <Button kind="inline" onClick={() => onAbout(`guard ${guard}`)}>
                {condition}
              </Button>
            )}{' '}
            {target === undefined ? (
              <span className={styles.small}>{words.parts.noTarget}</span>
            ) : (
              <Button kind="inline" onClick={() => onSelect(target)}>{`→ ${target}`}</Button>
            )}{' '}
            {path && !isBrief ? (
              <Button kind="inline" onClick={() => onPlay(path)} aria-label={words.playTo(cause)}>
                {words.play}
              </Button>
            ) : null}{' '}
            <SourceLink location={data.details.sources[`transition ${id}`]} />
            {isBrief ? null : (
              <>
                {isFull ? (
                  <>
                    <Inside graph={graph} transition={transition} />
                    <Conditions
                      {...{ data, onAbout }}
                      results={guardResultsOf(graph, id)}
                      isExplained={guard !== null && explainedIn?.get(guard) === id}
                    />
                  </>
                ) : (
                  <GuardText data={data} guard={guard} />
                )}
                <ActionList
                  {...{ data, actions, onAbout }}
                  isFull={isFull}
                  isExplained={(action) => explainedIn === null || explainedIn.get(action) === id}
                />
                <TestList tests={data.details.takenBy[id] ?? []} />
              </>
            )}
          </li>
        );
      })}
    </ul>
  );
  if (explainedIn === null) return list;
  const others = transitions
    .flatMap(({ id }) => guardResultsOf(graph, id).map(({ guard }) => guard))
    .filter((guard) => !explainedIn.has(guard));
  return (
    <>
      {list}
      <OtherGuards {...{ data, onAbout }} guards={[...new Set(others)]} />
    </>
  );
}

/** The transition of a list that explains a guard or an action: the first that has it. */
function firstUses(transitions: readonly GraphTransition[]): ReadonlyMap<string, string> {
  const first = new Map<string, string>();
  for (const { id, guard, actions } of transitions) {
    for (const name of [guard ?? '', ...actions]) if (!first.has(name)) first.set(name, id);
  }
  return first;
}

/** What must hold: the comment of a guard, or what it asks. */
function GuardText({ data, guard }: { data: ChartData; guard: string | null }) {
  const text = guard === null ? undefined : writtenTextOf(data, 'guard', guard);
  if (text === undefined || text.comment + text.condition === '') return null;
  return (
    <div className={styles.small}>{text.comment || <code>{`if ${text.condition}`}</code>}</div>
  );
}

interface ConditionsProps extends Pick<TransitionListProps, 'data' | 'onAbout'> {
  readonly results: readonly GuardResult[];
  /** Whether the guard that must hold is described. */
  readonly isExplained: boolean;
}

/** The guard that must hold, and those that are asked before it and must not hold. */
function Conditions({ data, onAbout, results, isExplained }: ConditionsProps) {
  const [own, before] = [true, false].map((holds) =>
    results.filter(({ passed }) => passed === holds).map(({ guard }) => guard),
  );
  const link = (guard: string) => (
    <Button key={guard} kind="inline" onClick={() => onAbout(`guard ${guard}`)}>
      {guard}
    </Button>
  );
  return (
    <>
      {own?.map((guard) => (
        <div key={guard}>
          {words.holds} {link(guard)}
          {isExplained ? <FirstSentence {...{ data, kind: 'guard', name: guard }} /> : null}
        </div>
      ))}
      {before?.length ? (
        <div>
          {words.holdsNot} {before.map((guard, index) => [index === 0 ? '' : ', ', link(guard)])}
        </div>
      ) : null}
    </>
  );
}

interface OtherGuardsProps extends Pick<TransitionListProps, 'data' | 'onAbout'> {
  readonly guards: readonly string[];
}

/** What the guards ask that only must not hold, each once. */
function OtherGuards({ data, onAbout, guards }: OtherGuardsProps) {
  if (guards.length === 0) return null;
  return (
    <>
      <h4>{messages.search.otherGuards}</h4>
      <ul className={styles.steps}>
        {guards.map((guard) => (
          <li key={guard}>
            <Button kind="inline" onClick={() => onAbout(`guard ${guard}`)}>
              {guard}
            </Button>
            <FirstSentence {...{ data, kind: 'guard', name: guard }} />
          </li>
        ))}
      </ul>
    </>
  );
}

interface FirstSentenceProps {
  readonly data: ChartData;
  readonly kind: PartKind;
  readonly name: string;
}

/** The first sentence of a comment, or a condition; the panel of the part has the others. */
function FirstSentence({ data, kind, name }: FirstSentenceProps) {
  const { comment = '', condition = '' } = writtenTextOf(data, kind, name) ?? {};
  const sentence = comment.replace(/\. [A-Z].*/s, '.');
  return (
    <>
      {' '}
      <span className={styles.small}>{sentence || (condition && <code>{condition}</code>)}</span>
    </>
  );
}

/** That a transition of a state with states inside is inherited by these, and which of them are asked before. */
function Inside({ graph, transition }: { graph: MachineGraph; transition: GraphTransition }) {
  const { source, event } = transition;
  const isInside = (id: string) => source === ROOT || id.startsWith(`${source}.`);
  const leaves = graph.states.filter(({ id, kind }) => kind === 'leaf' && isInside(id));
  if (leaves.length === 0) return null;
  const before = graph.transitions.filter((each) => each.event === event && isInside(each.source));
  const sources = [...new Set(before.map((each) => each.source))].filter((id) => id !== source);
  return (
    <details className={styles.small}>
      <summary>{words.inside(leaves.length, sources.join(', '))}</summary>
      {leaves.map(({ id }) => id).join(', ')}
    </details>
  );
}

interface ActionListProps {
  readonly data: ChartData;
  /** Whether what they do is shown in words. */
  readonly isFull?: boolean;
  /** Whether this group is the first with the action, and so describes it. */
  readonly isExplained?: (action: string) => boolean;
  readonly actions: readonly string[];
  readonly onAbout: (part: string) => void;
}

/** Actions, and what each assigns; a long list opens on demand. */
export function ActionList(props: ActionListProps) {
  const { data, isFull = false, isExplained = () => true, actions, onAbout } = props;
  return actions.map((action) => {
    const isTold = isExplained(action);
    const text = isTold ? assignText(data, action) : '';
    const isLong = text.length > MAX_LENGTH;
    return (
      <div key={action} className={styles.small}>
        /{' '}
        <Button kind="inline" onClick={() => onAbout(`action ${action}`)}>
          {action}
        </Button>{' '}
        <SourceLink location={data.details.sources[`action ${plainName(action)}`]} />
        {isFull && isTold ? <FirstSentence {...{ data, kind: 'action', name: action }} /> : null}
        {isLong ? (
          <details>
            <summary>{words.assigns}</summary>
            {text}
          </details>
        ) : (
          <div>{text}</div>
        )}
      </div>
    );
  });
}

/** The tests that take a transition. */
function TestList({ tests }: { readonly tests: readonly string[] }) {
  if (tests.length === 0) return null;
  return (
    <details className={styles.small}>
      <summary>{words.tests(tests.length)}</summary>
      <ul>
        {tests.map((test) => (
          <li key={test}>{test}</li>
        ))}
      </ul>
    </details>
  );
}
