import type {
  GraphState,
  GraphTransition,
  MachineGraph,
} from '#statechart/explore/machine-graph.ts';
import { ROOT } from '#statechart/explore/transition-id.ts';

type Attributes = Readonly<Record<string, string | null>>;

/**
 * The machine as SCXML (W3C). A guard is a condition `name('params')`, an action a script. A delayed transition is an
 * event that its state sends to itself; its delay is an expression, too.
 */
export function graphScxml(graph: MachineGraph): string {
  const root = graph.states.find(({ parent }) => parent === null);
  if (root === undefined) throw new Error('The machine has no root state.');
  const attributes = {
    xmlns: 'http://www.w3.org/2005/07/scxml',
    version: '1.0',
    datamodel: 'ecmascript',
    initial: root.name,
  };
  const document = element('scxml', attributes, [stateElement(graph, root, root.name)]);
  return `<?xml version="1.0" encoding="UTF-8"?>\n${document}\n`;
}

/** @param rootName the id of the root, which cannot be `(root)` in XML */
function stateElement(graph: MachineGraph, state: GraphState, rootName: string): string {
  const { id, kind, initial, entry, exit, invokes } = state;
  const own = graph.transitions.filter(({ source }) => source === id);
  const delays = [
    ...new Set(own.filter((each) => each.kind === 'after').map(({ label }) => label)),
  ];
  const idOf = (state_: string) => (state_ === ROOT ? rootName : state_);
  const children = graph.states.filter(({ parent }) => parent === id);
  const sends = delays.map((delay) =>
    element('send', { id: delayId(id, delay), event: delayId(id, delay), delayexpr: delay }),
  );
  const cancels = delays.map((delay) => element('cancel', { sendid: delayId(id, delay) }));
  return element(kind === 'parallel' ? 'parallel' : 'state', { id: idOf(id), initial }, [
    ...block('onentry', [...entry.map(script), ...sends]),
    ...block('onexit', [...exit.map(script), ...cancels]),
    ...invokes.map((invoke) => element('invoke', { id: invoke.id, src: invoke.actor })),
    ...own.map((transition) => {
      const { targets, guard, actions } = transition;
      const attributes = {
        event: eventName(transition),
        cond: guard === null ? null : call(guard),
        target: targets.map(idOf).join(' ') || null,
        // A transition to a descendant must be `internal`, as it is in XState; otherwise SCXML exits and enters the source.
        type: targets.some((target) => target.startsWith(`${id}.`)) ? 'internal' : null,
      };
      return element('transition', attributes, actions.map(script));
    }),
    ...children.map((child) => stateElement(graph, child, rootName)),
  ]);
}

/** @returns `null` for a transition without an event */
function eventName({ kind, label, source }: GraphTransition): string | null {
  const names: Readonly<Record<typeof kind, string | null>> = {
    event: label,
    done: `done.invoke.${label}`,
    error: `error.invoke.${label}`,
    after: delayId(source, label),
    always: null,
  };
  return names[kind];
}

function delayId(state: string, delay: string): string {
  return `after.${delay}.${state.replaceAll(/\W/g, '_')}`;
}

function script(action: string): string {
  return element('script', {}, [`${call(action)};`]);
}

/** A guard or an action as an expression; its parameters are a string, because the graph only has their words. */
function call(name: string): string {
  const [, plain = name, params] = /^([^(]*)\((.*)\)$/s.exec(name) ?? [];
  return `${plain}(${params === undefined ? '' : JSON.stringify(params)})`;
}

function block(name: string, content: readonly string[]): readonly string[] {
  return content.length === 0 ? [] : [element(name, {}, content)];
}

function element(name: string, attributes: Attributes, content: readonly string[] = []): string {
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== null)
    .map(([key, value]) => ` ${key}="${escaped(value ?? '')}"`);
  const start = `<${name}${written.join('')}`;
  if (content.length === 0) return `${start}/>`;
  const inner = content.map((line) => line.replaceAll(/^/gm, '  '));
  return name === 'script'
    ? `${start}>${escaped(content.join(''))}</${name}>`
    : [`${start}>`, ...inner, `</${name}>`].join('\n');
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
