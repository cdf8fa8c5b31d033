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

it('reports each step once, with its event, its time and the snapshot after it', () => {
  const { actor, steps } = watch();
  actor.send({ type: 'press' });
  actor.send({ type: 'press' });
  expect(steps.map(({ at, event, snapshot }) => [at, event.type, snapshot.value])).toEqual([
    [100, 'xstate.init', 'off'],
    [101, 'press', 'on'],
    [102, 'press', 'off'],
  ]);
});

it('reports the transitions of the creation with the first step, and every microstep with its own', () => {
  const { actor, steps } = watch();
  actor.send({ type: 'press' });
  actor.send({ type: 'unhandled' });
  actor.send({ type: 'press' });
  const [first, ...others] = steps.map(({ taken }) => taken);
  expect(first).toEqual(initialTransitions);
  expect(first).toHaveLength(1);
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
