import { describe, expect, test } from 'vitest';
import { defaultStepper } from '../explore/default-stepper.ts';
import { findSequence } from '../walks/find-sequence.ts';
import { parseReport } from '../walks/report.ts';
import { commands } from './foreign-machines.ts';
import { heater } from './public-machines.ts';

describe('a report', () => {
  test('of one step in the middle starts with the shortest walk to it, in every region', () => {
    const stepper = defaultStepper(heater);
    const step = { event: 'power', from: 'on.heat.high on.swing.enabled', to: 'off' };
    const report = parseReport(JSON.stringify(step));
    const found = report && findSequence(stepper, report.steps);
    const events = found?.steps.map(({ type }) => type);
    expect(events).toEqual(['reset', 'swing', 'power']);
  });

  test('of two pages whose steps arrive mixed has those of the page with the most steps, since its last start [R18.8]', () => {
    const steps = [
      ['', 'z', 'one'],
      ['', 'a', 'one'],
      ['a', 'b', 'one'],
      ['x', 'y', 'two'],
      ['b', 'c', 'one'],
      ['y', 'z', 'two'],
      ['c', 'd', 'one'],
    ];
    const batch = steps.map(([from, to, $window_id]) => ({
      event: 'auth transition',
      properties: { from, event: 'google.start', to, $window_id },
    }));
    const visited = parseReport(JSON.stringify({ batch }))?.steps.map(({ to }) => to);
    expect(visited).toEqual(['a', 'b', 'c', 'd']);
  });

  const text = (changes: object) =>
    JSON.stringify({ event: 'open', from: 'Closed', to: 'Selecting\u00a0argument', ...changes });
  test.each([
    ['is no JSON', '<b>Closed</b>', 'no steps'],
    ['has no step', '[]', 'no steps'],
    ['has a step without its states', '{"event":"open"}', 'no steps'],
    ['has values of other types', text({ from: 1 }), 'no steps'],
    ['is nested too deeply', '['.repeat(100_000), 'no steps'],
    ['has states of no machine', text({ from: '<script>', to: 'x' }), 'no walk'],
    ['has an event of no machine', text({ event: 'nonsense' }), 'no walk'],
    ['sets a prototype', `{"__proto__":{"polluted":1},"steps":[${text({})}]}`, 'a walk'],
    ['is text within text', JSON.stringify({ body: `[${text({})}]` }), 'a walk'],
  ])('that %s', (_, pasted, expected) => {
    const report = parseReport(pasted);
    const sequence = report && findSequence(defaultStepper(commands), report.steps);
    expect(report === null ? 'no steps' : sequence ? 'a walk' : 'no walk').toBe(expected);
    expect('polluted' in {}).toBe(false);
  });
});
