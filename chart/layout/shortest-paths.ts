import { stepUpEmail } from '../../machines/auth/auth.guards.ts';
import { authMachine } from '../../machines/auth/auth.machine.ts';
import { chartGraph } from '../../machines/explore/machine-graph.ts';
import { REFRESH_INTERVAL, RESEND_COOLDOWN, SESSION_WARNING } from '../../machines/rules/limits.ts';
import type { ChartCases, ChartStep, ChartWay } from '../model/chart.types.ts';
import { createSimulation, type Moment, START } from '../model/simulation.ts';

/** A session that ends within this many milliseconds warns before its next refresh. */
const SOON = SESSION_WARNING + REFRESH_INTERVAL;

interface Walked {
  readonly moment: Moment;
  readonly way: ChartWay;
}

/**
 * The shortest way to every state and every transition of the machine, from any way a tab may start.
 *
 * @param cases the payloads to walk with
 * @returns ways by the id of a state or a transition; what no way reaches is not there
 */
export function shortestWays(cases: ChartCases): Readonly<Record<string, ChartWay>> {
  const simulation = createSimulation(cases);
  const ways: Record<string, ChartWay> = {};
  const wanted = new Set(chartGraph(authMachine).transitions.map(({ id }) => id));
  const seen = new Set<string>();
  const starts = cases.inputs.map(({ name }) => ({
    moment: simulation.start(name),
    way: { input: name, steps: [] },
  }));
  let level: Walked[] = starts;
  while (level.length > 0 && wanted.size > 0) {
    const next: Walked[] = [];
    for (const walked of level) {
      note(ways, wanted, walked);
      const key = keyOf(walked.moment);
      if (seen.has(key)) continue;
      seen.add(key);
      for (const step of simulation.steps(walked.moment)) {
        const moment = simulation.step(walked.moment, step);
        next.push({ moment, way: longer(walked.way, step) });
      }
    }
    level = next;
  }
  return ways;
}

function longer({ input, steps }: ChartWay, step: ChartStep): ChartWay {
  return { input, steps: [...steps, step] };
}

function note(ways: Record<string, ChartWay>, wanted: Set<string>, { moment, way }: Walked): void {
  const states = moment.path.split(' ').flatMap(withAncestors);
  for (const id of [...states, ...moment.taken]) ways[id] ??= way;
  // A state that is left at once is passed on the way of the transition that leaves it.
  for (const id of moment.taken) {
    const source = id.split(' | ')[0] ?? '';
    ways[source] ??= way;
    wanted.delete(id);
  }
}

function withAncestors(path: string): string[] {
  const words = path.split('.');
  return words.map((_, index) => words.slice(0, index + 1).join('.'));
}

/** What guards can read of a moment: two with the same answer go on alike. */
function keyOf({ path, snapshot, clock, slept }: Moment): string {
  const { context } = snapshot;
  const now = START + clock + slept;
  const hot = (sentAt: number | null) => sentAt !== null && now < sentAt + RESEND_COOLDOWN;
  return JSON.stringify([
    path,
    context.organizations.length > 0,
    context.hasIntermediateSession,
    context.selectedOrganization?.id,
    context.stepUp?.allowedAuthMethods,
    stepUpEmail(context) !== null,
    hot(context.codeSentAt),
    hot(context.linkSentAt),
    context.secondFactor?.factor,
    context.session?.sessionId,
    context.session !== null && context.session.expiresAt - now < SOON,
    context.expiryWarned,
    now >= context.refreshedAt + REFRESH_INTERVAL,
    context.notice !== null,
  ]);
}
