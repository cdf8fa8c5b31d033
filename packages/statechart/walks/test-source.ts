import type { SimulationState } from '../explore/stepper.ts';
import type { StepSequence } from '../explore/steps.ts';

/**
 * The source text of a test that takes the steps of a sequence with the real actor.
 *
 * @param template a test file in which `{{title}}` and `{{input}}` stand for string literals, and `{{steps}}` for
 *   statements that call the functions `step(type, case, clock)` and `state()` of the template
 * @param states the states that the test expects: after the start, and after each step
 */
export function testSourceOf(
  template: string,
  { input, steps }: StepSequence,
  states: readonly SimulationState[],
): string {
  const [start, ...later] = states;
  const lines = later.flatMap((state, index) => {
    const { type = '', case: name = '' } = steps[index] ?? {};
    return [
      `  await step(${JSON.stringify(type)}, ${JSON.stringify(name)}, ${state.clock});`,
      expectation(state),
    ];
  });
  const values: Readonly<Record<string, string>> = {
    title: JSON.stringify(`${input}: to ${states.at(-1)?.path ?? ''}`),
    input: JSON.stringify(input),
    steps: [...(start ? [expectation(start)] : []), ...lines].join('\n'),
  };
  return template.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '');
}

function expectation({ path }: SimulationState): string {
  return `  expect(state()).toBe(${JSON.stringify(path)});`;
}
