import type { SimulationState } from '#statechart/explore/stepper.ts';
import type { StepSequence } from '#statechart/explore/steps.ts';

/**
 * The source text of a test that takes the steps of a sequence with the real actor.
 *
 * @param template the test file without the sequence (`BuildConfig.testTemplate`)
 * @param states the states that the test expects: after the start, and after each step
 */
export function testSourceOf(
  template: string,
  { input, steps }: StepSequence,
  states: readonly SimulationState[],
): string {
  const statements = steps.flatMap(({ type, case: name, guardOverrides }, index) => {
    const state = states[index + 1];
    if (state === undefined) return [];
    const overrides = guardOverrides ? [recordLiteral(guardOverrides)] : [];
    const args = [literal(type), literal(name), state.clock, ...overrides];
    return [`await step(${args.join(', ')});`, expectation(state)];
  });
  const lines = [...states.slice(0, 1).map(expectation), ...statements];
  const values: Readonly<Record<string, string>> = {
    title: literal(`${input}: to ${states.at(-1)?.path ?? ''}`),
    input: literal(input),
    steps: lines.map((line) => `  ${line}`).join('\n'),
  };
  return template.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '');
}

function expectation({ path }: SimulationState): string {
  return `expect(state()).toBe(${literal(path)});`;
}

function literal(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}

function recordLiteral(record: Readonly<Record<string, boolean>>): string {
  const fields = Object.entries(record).map(([name, value]) => `${name}: ${value}`);
  return `{ ${fields.join(', ')} }`;
}
