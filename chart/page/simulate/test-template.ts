import type { SimulationState } from '#machines/explore/stepper.ts';
import type { StepSequence } from '#machines/explore/steps.ts';

/**
 * A sequence as a test of the real machine, to be pasted into `tests/model/machine/`.
 *
 * @param sequence what to walk
 * @param states where it led, the start first: what the test expects
 */
export function testText(
  { input, steps }: StepSequence,
  states: readonly SimulationState[],
): string {
  const forced = [...new Set(steps.flatMap((step) => Object.keys(step.guardOverrides ?? {})))];
  const last = states.at(-1)?.path ?? '';
  const body = steps.flatMap((step, index) => {
    const state = states[index + 1];
    if (state === undefined) return [];
    const call = `await step(${quoted(step.type)}, ${quoted(step.case)}, ${state.clock}`;
    const verdicts =
      step.guardOverrides === undefined ? '' : `, ${recordText(step.guardOverrides)}`;
    return [`  ${call}${verdicts});`, `  expect(state()).toBe(${quoted(state.path)});`];
  });
  return [
    ...imports(forced.length > 0),
    '',
    ...testMachine(forced),
    `test(${quoted(`${input}: to ${last}`)}, async () => {`,
    `  const start = START_INPUTS.find(({ name }) => name === ${quoted(input)});`,
    "  if (start === undefined) throw new Error('There is no such start input.');",
    '  const run = testMachine.start(start.value);',
    '  const state = () => statePath(run.actor.getSnapshot().value);',
    ...stepper(forced.length > 0),
    '',
    `  expect(state()).toBe(${quoted(states[0]?.path ?? '')});`,
    ...body,
    '  run.actor.stop();',
    '});',
    '',
  ].join('\n');
}

function imports(isForced: boolean): string[] {
  return [
    "import { expect, test } from 'vitest';",
    ...(isForced
      ? [
          "import { guards } from '#machines/auth/auth.guards.ts';",
          "import { authMachine } from '#machines/auth/auth.machine.ts';",
        ]
      : []),
    "import { statePath } from '#machines/auth/auth.view.ts';",
    "import { performStep, machineExecutors } from '#tests/model/support/executors.ts';",
    "import { START_INPUTS } from '#machines/explore/start-inputs.ts';",
    "import { createTestMachine } from '#tests/model/support/test-machine.ts';",
  ];
}

function testMachine(forced: readonly string[]): string[] {
  if (forced.length === 0) return ['const testMachine = createTestMachine();', ''];
  return [
    '/** Guards that a step answers by hand; the others answer for themselves. */',
    'let forced: Readonly<Record<string, boolean>> = {};',
    'const byHand = (name: keyof typeof guards) => (...question: unknown[]) =>',
    '  forced[name] ?? Reflect.apply(guards[name], undefined, question);',
    'const testMachine = createTestMachine(',
    '  authMachine.provide({',
    `    guards: { ${forced.map((name) => `${name}: byHand(${quoted(name)})`).join(', ')} },`,
    '  }),',
    ');',
    '',
  ];
}

function stepper(isForced: boolean): string[] {
  const perform = 'performStep(machineExecutors, { run, step: { type, case: name }, clock })';
  if (!isForced) {
    return ['  const step = (type: string, name: string, clock: number) =>', `    ${perform};`];
  }
  return [
    '  const step = async (type: string, name: string, clock: number, answers = {}) => {',
    '    forced = answers;',
    `    await ${perform};`,
    '    forced = {};',
    '  };',
  ];
}

function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}

function recordText(record: Readonly<Record<string, boolean>>): string {
  const fields = Object.entries(record).map(([name, value]) => `${name}: ${value}`);
  return `{ ${fields.join(', ')} }`;
}
