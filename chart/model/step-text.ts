import { eventLabel, transitionKind } from '../../packages/statechart/explore/machine-graph.ts';
import type { ModelStep } from '../../packages/statechart/explore/steps.ts';
import { causeText } from './cards.ts';

/** A step in words: its cause, its payload case and its guard overrides. */
export function stepText({ type, case: name, guardOverrides }: ModelStep): string {
  const overrides = Object.entries(guardOverrides ?? {}).map(
    ([guard, passes]) => `${guard}=${passes ? 'yes' : 'no'}`,
  );
  const cause = causeText({ kind: transitionKind(type), label: stepLabel(type) });
  return [cause, `· ${name}`, ...(overrides.length > 0 ? ['with', ...overrides] : [])].join(' ');
}

/** A delay's event also names its state, which is active anyway. */
function stepLabel(type: string): string {
  const label = eventLabel(type);
  return transitionKind(type) === 'after' ? (label.split('.')[0] ?? label) : label;
}
