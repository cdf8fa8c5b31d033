import { useState } from 'react';
import { causeText } from '#chart/model/cards.ts';
import type { ChartData, ChartStep } from '#chart/model/chart.types.ts';
import type { ChartGraph } from '#machines/explore/machine-graph.ts';
import { eventLabel, kindOf } from '#machines/explore/machine-graph.ts';
import { Button } from '#src/ui/button.tsx';
import type { Moment } from '../../model/simulation.ts';
import { CopyText } from '../exports/copy-text.tsx';
import { messages } from '../messages.ts';
import styles from '../panels/panels.module.css';
import { linkTo } from '../use-hash.ts';
import { GuardOverrides } from './guard-overrides.tsx';
import { guardResultsOf } from './guard-results.ts';
import { encodeSequence } from './share.ts';
import { testText } from './test-template.ts';
import type { SimulationControl } from './use-simulation.ts';

interface SimulatePanelProps {
  readonly graph: ChartGraph;
  readonly data: ChartData;
  readonly control: SimulationControl;
  /** Where a step that is pointed at would lead; `null` when none is. */
  readonly onPreview: (moment: Moment | null) => void;
}

const words = messages.simulate;

/** A copy of the machine that does what it is told: what may happen next, and what has happened. */
export function SimulatePanel({ graph, data, control, onPreview }: SimulatePanelProps) {
  const { sequence, at, moments, moment, isPlaying } = control;
  const link = () => linkTo({ mode: 'simulate', run: encodeSequence(sequence, data.fingerprint) });
  return (
    <>
      <p className={styles.small}>{words.explained}</p>
      <Problem problem={control.problem} />
      <label className={styles.field}>
        {words.start}
        <select value={sequence.input} onChange={({ target }) => control.startAs(target.value)}>
          {data.cases.inputs.map(({ name }) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </label>
      <p className={styles.state} data-testid="simulated-state" aria-live="polite">
        <code>{moment.path}</code>
        <br />
        <span className={styles.small}>{words.position(at, sequence.steps.length)}</span>
      </p>
      <div className={styles.buttons}>
        <Button inactive={at === 0} onClick={() => control.goTo(at - 1)}>
          {words.back}
        </Button>
        <Button inactive={at >= sequence.steps.length} onClick={() => control.goTo(at + 1)}>
          {words.forward}
        </Button>
        <Button onClick={isPlaying ? control.pause : control.play}>
          {isPlaying ? words.stop : words.replay}
        </Button>
        <Button onClick={() => control.startAs(sequence.input)}>{words.reset}</Button>
        <CopyText label={words.share} text={link} />
        <CopyText label={words.test} text={() => testText(sequence, moments)} />
      </div>
      <NextSteps graph={graph} control={control} onPreview={onPreview} />
      <h3>{words.steps}</h3>
      <ol className={styles.steps} data-testid="steps">
        {sequence.steps.map((step, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: A step is its place in the sequence.
          <li key={index} className={index + 1 === at ? styles.current : ''}>
            {`${index + 1}. ${stepName(step)}`}
          </li>
        ))}
      </ol>
    </>
  );
}

function Problem({ problem }: Pick<SimulationControl, 'problem'>) {
  if (problem === null) return null;
  return <p role="status">{problem === 'broken' ? words.brokenLink : words.otherMachine}</p>;
}

function NextSteps({ graph, control, onPreview }: Omit<SimulatePanelProps, 'data'>) {
  const { simulation, moment, take } = control;
  const [forced, setForced] = useState<Readonly<Record<string, boolean>>>({});
  const byHand = Object.keys(forced).length > 0 ? forced : undefined;
  const steps = simulation.steps(moment, byHand);
  const choose = (step: ChartStep) => {
    onPreview(null);
    setForced({});
    take(step);
  };
  return (
    <>
      <h3>{words.next}</h3>
      <GuardOverrides graph={graph} path={moment.path} forced={forced} onChange={setForced} />
      {steps.length === 0 ? <p>{words.nothing}</p> : null}
      <ul className={styles.choices}>
        {steps.map((step) => {
          const next = simulation.step(moment, step);
          return (
            <li key={`${step.type} ${step.case}`}>
              <button
                type="button"
                className={styles.choice}
                onClick={() => choose(step)}
                onPointerEnter={() => onPreview(next)}
                onPointerLeave={() => onPreview(null)}
                onFocus={() => onPreview(next)}
                onBlur={() => onPreview(null)}
              >
                {stepName(step)}
                <span>{next.path === moment.path ? words.stays : `→ ${next.path}`}</span>
                <Verdicts graph={graph} moment={next} />
              </button>
            </li>
          );
        })}
      </ul>
    </>
  );
}

function Verdicts({ graph, moment }: { graph: ChartGraph; moment: Moment }) {
  const verdicts = moment.taken.flatMap((id) => guardResultsOf(graph, id));
  if (verdicts.length === 0) return null;
  const text = verdicts.map(({ guard, passed }) => `${passed ? '✓' : '✗'} ${guard}`);
  return <span>{text.join('  ')}</span>;
}

/** A step as a person reads it: its cause, and its payload case. */
function stepName({ type, case: name, forced }: ChartStep): string {
  const answers = Object.entries(forced ?? {}).map(
    ([guard, yes]) => `${guard}=${yes ? 'yes' : 'no'}`,
  );
  const cause = causeText({ kind: kindOf(type), label: stepLabel(type) });
  return [cause, `· ${name}`, ...(answers.length > 0 ? [words.by, ...answers] : [])].join(' ');
}

/** A delay's event also names its state, which is active anyway. */
function stepLabel(type: string): string {
  const label = eventLabel(type);
  return kindOf(type) === 'after' ? (label.split('.')[0] ?? label) : label;
}
