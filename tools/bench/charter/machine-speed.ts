import { createActor, createMachine, fromPromise } from 'xstate';
import { authMachine } from '#machines/auth/unprovided-machine.ts';
import { authInput, RANDOM } from '#machines/auth-cases/auth-stepper.ts';
import { START_INPUTS } from '#machines/auth-cases/start-inputs.ts';

const EVENTS = 40_000;

/** Events per second. */
export interface MachineSpeed {
  readonly auth: number;
  /** Of a machine with two states and nothing else. */
  readonly bare: number;
}

/** Measures how many events the auth machine takes per second, beside the smallest machine of XState. */
export function measureMachine(): MachineSpeed {
  const listed = START_INPUTS.find(({ name }) => name === 'reload in selection');
  if (listed === undefined) throw new Error('The start inputs have changed.');
  const never = fromPromise<never>(() => new Promise(() => undefined));
  const names = Object.keys(authMachine.implementations.actors ?? {});
  const auth = createActor(
    authMachine.provide({ actors: Object.fromEntries(names.map((name) => [name, never])) }),
    { input: authInput(listed.value, { now: Date.now, random: () => RANDOM }) },
  );
  const bare = createActor(
    createMachine({
      initial: 'closed',
      states: { closed: { on: { open: 'opened' } }, opened: { on: { close: 'closed' } } },
    }),
  );
  auth.start();
  bare.start();
  const toggleAuth = () => {
    auth.send({ type: 'organization.type' });
    auth.send({ type: 'organization.cancel' });
  };
  const toggleBare = () => {
    bare.send({ type: 'open' });
    bare.send({ type: 'close' });
  };
  const speeds = { auth: eventsPerSecond(toggleAuth), bare: eventsPerSecond(toggleBare) };
  auth.send({ type: 'organization.type' });
  if (!auth.getSnapshot().matches({ signedOut: { selecting: 'typing' } })) {
    throw new Error(`The events change nothing in ${JSON.stringify(auth.getSnapshot().value)}.`);
  }
  auth.stop();
  bare.stop();
  return speeds;
}

/** `send` sends two events. */
function eventsPerSecond(send: () => void): number {
  for (let warm = 0; warm < EVENTS / 20; warm += 1) send();
  const start = performance.now();
  for (let sent = 0; sent < EVENTS; sent += 2) send();
  return EVENTS / ((performance.now() - start) / 1_000);
}
