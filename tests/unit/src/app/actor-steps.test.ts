import { expect, it } from 'vitest';
import { createActor, setup } from 'xstate';
import { type ActorStep, watchSteps } from '#src/app/actor-steps.ts';

/** A lamp that passes through a state without staying in it, and has a child of its own. */
const child = setup({}).createMachine({ on: { ping: {} } });
const lamp = setup({
  types: { events: {} as { type: 'press' } | { type: 'unhandled' } },
  actors: { child },
}).createMachine({
  id: 'lamp',
  invoke: { src: 'child', id: 'child' },
  initial: 'off',
  states: {
    off: { on: { press: 'warming' } },
    warming: { always: 'on' },
    on: { on: { press: 'off' } },
  },
});

/** Stands for what a machine takes while its actor is created. */
const initialTransitions = lamp.states.off?.transitions.get('press') ?? [];

/** Starts a lamp, and returns the steps that are reported of it. */
function watch() {
  const steps: ActorStep<typeof lamp>[] = [];
  let time = 100;
  const actor = createActor(lamp);
  watchSteps(
    actor,
    initialTransitions,
    () => time++,
    (step) => steps.push(step),
  );
  actor.start();
  return { actor, steps };
}

it('reports each step once, with its event, time and snapshot, and the transitions of every microstep', () => {
  const { actor, steps } = watch();
  for (const type of ['press', 'unhandled', 'press'] as const) actor.send({ type });
  expect(steps.map(({ at, event, snapshot }) => [at, event.type, snapshot.value])).toEqual([
    [100, 'xstate.init', 'off'],
    [101, 'press', 'on'],
    [102, 'unhandled', 'on'],
    [103, 'press', 'off'],
  ]);
  const [first, ...others] = steps.map(({ taken }) => taken);
  // Those of the creation come with the first step.
  expect(first).toEqual(initialTransitions);
  expect(others.map((taken) => taken.map(({ source }) => source.key))).toEqual([
    ['off', 'warming'],
    [],
    ['on'],
  ]);
});

it('reports no step of a child', () => {
  const { actor, steps } = watch();
  actor.getSnapshot().children.child?.send({ type: 'ping' });
  expect(steps).toHaveLength(1);
});
