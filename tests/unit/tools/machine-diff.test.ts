import { expect, test } from 'vitest';
import { createMachine } from 'xstate';
import { type MachineGraph, machineGraph } from '#statechart/explore/machine-graph.ts';
import { machineDiff } from '#tools/machine/machine-diff.ts';

/** A coffee machine whose button does what the test says. */
function coffee(press: readonly object[], states: object = {}): MachineGraph {
  return machineGraph(
    createMachine({
      initial: 'off',
      states: { off: { on: { press: [...press] } }, brewing: { on: { stop: 'off' } }, ...states },
    }),
  );
}

const before = coffee([{ guard: 'hasWater', target: 'brewing' }, { actions: 'beep' }]);

test('lists the transitions that were added, removed and retargeted, and the uncovered ones', () => {
  const after = coffee(
    [
      { guard: 'isFull', target: 'full' },
      { guard: 'hasWater', target: 'full' },
      { actions: ['beep', 'blink'] },
    ],
    { brewing: {}, full: {} },
  );
  const text = machineDiff(before, after, { 'off | press | 1': 3, 'off | press | 2': 1 });
  expect(text).toContain(
    '1 transitions added, 1 removed, 1 retargeted, 1 with other actions; 1 of them not covered.',
  );
  expect(text).toContain('States added: `full`.');
  expect(text).toContain('| added | `off` | press | `isFull` | `full` |  | **never** |');
  expect(text).toContain(
    '| retargeted | `off` | press | `hasWater` | ~~`brewing`~~ `full` |  | 3 |',
  );
  expect(text).toContain(
    '| other actions | `off` | press |  | (stays) | ~~`beep`~~ `beep`, `blink` | 1 |',
  );
  expect(text).toContain('| removed | `brewing` | stop |  | `off` |  |  |');
  expect(text).toMatch(
    /```mermaid\nstateDiagram-v2\n[\s\S]*s_off --> s_full : \+ press \[isFull\]/,
  );
  expect(text).toContain('s_brewing --> s_off : − stop');
});

test('says that nothing changed', () => {
  expect(machineDiff(before, before, {})).toBe(
    `Machine \`${before.fingerprint}\` → \`${before.fingerprint}\`: 0 transitions added, 0 removed, 0 retargeted, 0 with other actions; 0 of them not covered.`,
  );
});
