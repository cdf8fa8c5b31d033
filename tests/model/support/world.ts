import {
  type ActorRefFrom,
  type AnyActorLogic,
  type AnyStateMachine,
  type AnyTransitionDefinition,
  createActor,
  fromCallback,
  fromPromise,
  type InspectionEvent,
} from 'xstate';
import type { AuthActorContracts } from '#machines/auth/auth.actors.ts';
import { type AuthMachine, authMachine } from '#machines/auth/auth.machine.ts';
import type { AuthEmitted, AuthEvent } from '#machines/auth/auth.types.ts';
import { authInput, RANDOM } from '#machines/explore/auth-stepper.ts';
import type { StartInputData } from '#machines/explore/start-inputs.ts';
import { START } from '#machines/explore/stepper.ts';
import { TestClock } from './test-clock.ts';

/** A call of the machine that was deferred: it is answered when a test says so, or never. */
export interface DeferredCall {
  readonly id: string;
  readonly actor: keyof AuthActorContracts;
  readonly input: unknown;
  /** When it was made, in milliseconds on the clock of the timers. */
  readonly madeAt: number;
  /** `aborted`: the machine has moved on; what it resolves to any more must not matter. */
  state: 'pending' | 'answered' | 'aborted';
  readonly resolve: (output: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** One life of a page: the real actor on a simulated clock, with every call of it deferred. */
export interface Run {
  readonly actor: ActorRefFrom<AuthMachine>;
  readonly clock: TestClock;
  readonly calls: readonly DeferredCall[];
  /** The calls that are still waited for. */
  readonly pending: ReadonlySet<DeferredCall>;
  readonly facts: readonly AuthEmitted[];
  readonly commands: readonly string[];
  /** The transition definitions taken, in order, `always` included. */
  readonly taken: readonly AnyTransitionDefinition[];
  readonly now: () => number;
  /** What a person does. */
  readonly send: (event: AuthEvent) => void;
  /** What happens outside, through the machine's own callback actor. */
  readonly tell: (event: AuthEvent) => void;
  /** The time goes on by `ms` while the timers stand still. */
  readonly sleep: (ms: number) => void;
}

interface LifeOptions {
  readonly random?: () => number;
  /** Whether the taken transitions are recorded; a million moments are faster without. */
  readonly recording?: boolean;
}

/** A machine whose actors are all deferred, and from which any number of lives are started, one at a time. */
export interface World {
  readonly machine: AnyStateMachine;
  readonly start: (input: StartInputData, options?: LifeOptions) => Run;
}

interface Life {
  clock: TestClock;
  calls: DeferredCall[];
  pending: Set<DeferredCall>;
  commands: string[];
  tell: (event: AuthEvent) => void;
}

const ACTOR_NAMES = [
  'startGoogle',
  'redeem',
  'readOrganizations',
  'exchange',
  'create',
  'sendCode',
  'verifyCode',
  'sendLink',
  'verifyFactor',
  'recover',
  'enrol',
  'resume',
  'refresh',
  'switchOrganization',
  'revoke',
] as const satisfies readonly (keyof AuthActorContracts)[];

/**
 * The real machine with deferred actors and recorded commands.
 *
 * @param machine the machine to run; the product's own unless a test breaks one
 */
export function createWorld(machine: AnyStateMachine = authMachine): World {
  let life: Life = newLife();

  const command = (name: string) => () => {
    life.commands.push(name);
  };
  const externalEvents = fromCallback<AuthEvent>(({ sendBack }) => {
    life.tell = sendBack;
  });
  const deferred = (actor: keyof AuthActorContracts): AnyActorLogic =>
    fromPromise<unknown, unknown>(({ input, self, signal }) => {
      const { calls, pending, clock } = life;
      return new Promise((resolve, reject) => {
        const call: DeferredCall = {
          id: self.id,
          actor,
          input,
          madeAt: clock.now(),
          state: 'pending',
          resolve: (output) => ended(call, 'answered', () => resolve(output)),
          reject: (error) => ended(call, 'answered', () => reject(error)),
        };
        const ended = (one: DeferredCall, as: DeferredCall['state'], then = () => {}) => {
          if (one.state === 'pending') one.state = as;
          pending.delete(one);
          then();
        };
        signal.addEventListener('abort', () => ended(call, 'aborted'));
        calls.push(call);
        pending.add(call);
      });
    });
  const provided = machine.provide({
    actors: {
      externalEvents,
      ...Object.fromEntries(ACTOR_NAMES.map((name) => [name, deferred(name)])),
    },
    actions: {
      expireIntermediateSession: command('expireIntermediateSession'),
      discardCallback: command('discardCallback'),
    },
  });

  const start = (
    input: StartInputData,
    { random = () => RANDOM, recording = true }: LifeOptions = {},
  ): Run => {
    const own = newLife();
    const { clock } = own;
    life = own;
    let slept = 0;
    const now = () => START + clock.now() + slept;
    const taken: AnyTransitionDefinition[] = [];
    const facts: AuthEmitted[] = [];
    const inspect = (event: InspectionEvent) => {
      if (event.type === '@xstate.microstep') taken.push(...event._transitions);
    };
    const actor = createActor(provided, {
      input: authInput(input, { now, random }),
      clock,
      ...(recording ? { inspect } : {}),
    });
    actor.on('*', (fact) => facts.push(fact));
    actor.start();
    const sleep = (ms: number) => {
      slept += ms;
    };
    const tell = (event: AuthEvent) => own.tell(event);
    const { calls, pending, commands } = own;
    return {
      actor,
      clock,
      calls,
      pending,
      facts,
      commands,
      taken,
      now,
      send: actor.send,
      tell,
      sleep,
    };
  };
  return { machine: provided, start };
}

function newLife(): Life {
  return {
    clock: new TestClock(),
    calls: [],
    pending: new Set(),
    commands: [],
    tell: () => undefined,
  };
}

/**
 * Answers a deferred call, and waits until the machine has heard of it.
 *
 * @param how what it resolves to, or what it is rejected with
 */
export async function answer(
  call: DeferredCall,
  how: { readonly output: unknown } | { readonly error: unknown },
): Promise<void> {
  if ('output' in how) call.resolve(how.output);
  else call.reject(how.error);
  await settled();
}

/** Lets everything that is already resolved be heard: a promise's own turn, and the one of its listener. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) await Promise.resolve();
}
