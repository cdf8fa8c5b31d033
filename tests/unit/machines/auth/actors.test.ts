import { describe, expect, test } from 'vitest';
import { type AnyActorLogic, createActor, toPromise } from 'xstate';
import { unprovidedActors } from '#machines/auth/auth.actors.ts';

const { externalEvents, ...calls } = unprovidedActors;

describe('an actor that the app does not provide', () => {
  test.each(Object.entries<AnyActorLogic>(calls))(
    '%s rejects with its name',
    async (name, logic) => {
      const actor = createActor(logic);
      const ended = toPromise(actor);
      actor.start();
      await expect(ended).rejects.toThrow(`The machine needs the actor "${name}".`);
    },
  );

  test('externalEvents sends nothing', () => {
    const actor = createActor(externalEvents).start();
    expect(actor.getSnapshot().status).toBe('active');
    actor.stop();
  });
});
