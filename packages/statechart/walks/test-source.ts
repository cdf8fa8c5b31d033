import type { SimulationState } from '../explore/stepper.ts';
import type { StepSequence } from '../explore/steps.ts';

/** The width at which formatters break a line. */
const LINE_WIDTH = 100;

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
  const statements = later.flatMap((state, index) => {
    const { type = '', case: name = '' } = steps[index] ?? {};
    return [
      call('await step', [literal(type), literal(name), `${state.clock}`]),
      expectation(state),
    ];
  });
  const lines = [...(start ? [expectation(start)] : []), ...statements];
  const values: Readonly<Record<string, string>> = {
    title: literal(`${input}: to ${states.at(-1)?.path ?? ''}`),
    input: literal(input),
    steps: lines.join('\n'),
  };
  return template.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '');
}

function expectation({ path }: SimulationState): string {
  return call('expect(state()).toBe', [literal(path)]);
}

/** A call as the formatter writes it: on one line, or with an argument on each. */
function call(name: string, values: readonly string[]): string {
  const line = `  ${name}(${values.join(', ')});`;
  if (line.length <= LINE_WIDTH) return line;
  return [`  ${name}(`, ...values.map((value) => `    ${value},`), '  );'].join('\n');
}

/** In single quotes, unless that needs more escapes than double quotes. */
function literal(text: string): string {
  const escaped = text.replaceAll('\\', '\\\\');
  return text.includes("'") && !text.includes('"')
    ? `"${escaped}"`
    : `'${escaped.replaceAll("'", "\\'")}'`;
}
