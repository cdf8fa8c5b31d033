import { expect, test } from 'vitest';
import { setup } from 'xstate';
import { setupMachine } from '#machines/auth/setup-machine.ts';

const implementations = {
  guards: { isOpen: () => true },
  actions: { close: () => undefined },
  delays: { SOON: 10 },
};

test('creates the same machine as the setup of XState', () => {
  const config = { id: 'door', initial: 'open', states: { open: {} } } as const;
  const own = setupMachine(implementations).createMachine(config);
  const original = setup(implementations).createMachine(config);
  expect(own.implementations).toEqual(original.implementations);
  expect(JSON.stringify(own)).toBe(JSON.stringify(original));
});

test('returns a state as it is', () => {
  const state = { on: {} };
  expect(setupMachine(implementations).createStateConfig(state)).toBe(state);
});
