import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import * as v from 'valibot';
import type { AnyStateNode } from 'xstate';
import { eventsOf, parseFile, writtenText } from '../../chart/layout/written-code.ts';
import { authMachine } from '../../machines/auth/unprovided-machine.ts';
import {
  type GraphTransition,
  machineGraph,
  nameOf,
  nodesOf,
} from '../../packages/statechart/explore/machine-graph.ts';
import { type MermaidArrow, mermaidDiagram } from '../../packages/statechart/explore/mermaid.ts';
import { stateId } from '../../packages/statechart/explore/transition-id.ts';

const DOCUMENT = 'docs/auth-machine.md';

/** The types of the events. */
const EVENTS = 'machines/auth/auth.types.ts';

/** How often the machine model test takes each transition; that test keeps the file up to date. */
const COVERAGE = 'tests/model/machine/data/transition-coverage.json';

const Coverage = v.object({
  machine: v.string(),
  paths: v.number(),
  steps: v.number(),
  hits: v.record(v.string(), v.number()),
});

/** How many pairs of transitions can follow one another; that test takes each of them. */
const PAIRS = 'tests/model/machine/data/transition-pairs.json';

const { pairs } = v.parse(v.object({ pairs: v.number() }), JSON.parse(readFileSync(PAIRS, 'utf8')));
const coverage = v.parse(Coverage, JSON.parse(readFileSync(COVERAGE, 'utf8')));
const graph = machineGraph(authMachine);
const definitions = graph.transitions;
const states = nodesOf(authMachine);

/** The name of an event in the document: a result by its actor, a delay by its name. */
function eventText(event: string): string {
  return event
    .replace(/^xstate\.done\.actor\.(.*)$/, '$1 resolves')
    .replace(/^xstate\.error\.actor\.(.*)$/, '$1 rejects')
    .replace(/^xstate\.after\.(.*)$/, 'after $1');
}

function render(): string {
  const compounds = states.filter(({ type }) => type === 'compound' || type === 'parallel');
  return `# The auth machine

Generated from \`machines/auth/auth.machine.ts\` by \`npm run docs\`; \`npm run check\` fails when this document is outdated.
Machine \`${graph.fingerprint}\`: ${states.length - 1} states, ${definitions.length} transitions, ${definitions.filter(({ guard }) => guard !== null).length} of them guarded.

XState tries the rows of an event in their order and takes the first whose guard holds. When a state has no
row for an event, its ancestors are tried; when none handles it, nothing happens.

## Coverage

${coverageText()}

${compounds.map(chapter).join('\n\n')}

## Events

| Event | Description |
|---|---|
${eventRows().join('\n')}

## Names

| Kind | Names |
|---|---|
${names().join('\n')}
`;
}

/** Says how much of the machine the model tests take. */
function coverageText(): string {
  const taken = definitions.filter(({ id }) => (coverage.hits[id] ?? 0) > 0);
  const guarded = (list: readonly GraphTransition[]) =>
    list.filter(({ guard }) => guard !== null).length;
  return `\`npm run test:model\` walks the machine along ${coverage.paths} generated paths of ${coverage.steps} steps. They take
${taken.length} of ${definitions.length} transitions and ${guarded(taken)} of ${guarded(definitions)} guarded branches; the last column of each table shows how often.
${pairs} pairs of transitions can follow one another: the paths take each.
Further model tests walk the rendered views and the product in a browser: see [testing](testing.md).`;
}

/** Renders a compound state: its diagram, then the tables of the state and of its atomic children. */
function chapter(node: AnyStateNode): string {
  const children = Object.values(node.states);
  const atomic = children.filter(({ type }) => type === 'atomic');
  const title = node === authMachine.root ? 'The machine' : `\`${stateId(node)}\``;
  return [
    `## ${title}`,
    ...about(node),
    diagram(node),
    ...table(node),
    ...atomic.map((child) =>
      [`### \`${stateId(child)}\``, ...about(child), ...table(child)].join('\n\n'),
    ),
  ].join('\n\n');
}

function about(node: AnyStateNode): readonly string[] {
  const properties = [
    ...node.tags.map((tag) => `tag \`${tag}\``),
    ...node.invoke.map(({ id, src }) =>
      id === nameOf(src) ? `invokes \`${id}\`` : `invokes \`${nameOf(src)}\` as \`${id}\``,
    ),
    ...named(node.entry).map((action) => `on entry \`${action}\``),
    ...named(node.exit).map((action) => `on exit \`${action}\``),
  ];
  return [
    ...(node.description === undefined ? [] : [node.description]),
    ...(properties.length === 0
      ? []
      : [`${properties.join(', ')}.`.replace(/^./, (letter) => letter.toUpperCase())]),
  ];
}

/** Leaves out unnamed actions: XState adds the timers of delayed transitions as such. */
function named(actions: readonly unknown[]): readonly string[] {
  return actions.map(nameOf).filter((name) => name !== '(inline)');
}

function table(node: AnyStateNode): readonly string[] {
  const rows = definitions.filter(({ source }) => source === stateId(node));
  if (rows.length === 0) return [];
  return [
    [
      '| Event | Guard | Target | Actions | Taken |',
      '|---|---|---|---|---:|',
      ...rows.map(row),
    ].join('\n'),
  ];
}

function row({ id, event, guard, targets, actions }: GraphTransition): string {
  const cells = [
    eventText(event),
    guard === null ? '' : `\`${guard}\``,
    targets.map((target) => `\`${target}\``).join(', ') || '(stays)',
    actions.map((action) => `\`${action}\``).join(', '),
    String(coverage.hits[id] ?? 0),
  ];
  return `| ${cells.join(' | ')} |`;
}

/** A diagram of a state's direct children; transitions deeper inside are drawn between those children. */
function diagram(node: AnyStateNode): string {
  const scope = { parent: stateId(node), depth: 1 };
  return ['```mermaid', mermaidDiagram(graph, arrows(node), scope), '```'].join('\n');
}

function arrows(node: AnyStateNode): readonly MermaidArrow[] {
  const merged = new Map<string, MermaidArrow & { readonly events: Set<string> }>();
  for (const { source: from, event, targets } of definitions) {
    const source = childOf(node, from);
    for (const to of targets) {
      const target = childOf(node, to);
      if (source === null || target === null || source === target) continue;
      const key = `${source} ${target}`;
      const events = (merged.get(key)?.events ?? new Set()).add(eventText(event));
      merged.set(key, { source, target, events, label: [...events].join(', ') });
    }
  }
  return [...merged.values()];
}

/** The id of the direct child of a state that contains another state; `null` when none does. */
function childOf(node: AnyStateNode, path: string): string | null {
  const prefix = node.path.length === 0 ? '' : `${stateId(node)}.`;
  if (!path.startsWith(prefix) || path === '(root)') return null;
  const [key = ''] = path.slice(prefix.length).split('.');
  return `${prefix}${key}`;
}

/** The events with the comments of their types. */
function eventRows(): readonly string[] {
  const events = eventsOf(parseFile(EVENTS, readFileSync(EVENTS, 'utf8')));
  const handled = new Set(definitions.map(({ label }) => label));
  return events
    .filter(({ name }) => handled.has(name))
    .map((event) => `| ${event.name} | ${writtenText(event, () => undefined).text.comment} |`);
}

function names(): readonly string[] {
  const { actors, guards, actions, delays } = authMachine.implementations;
  return Object.entries({ actors, guards, actions, delays }).map(
    ([kind, implementations]) =>
      `| ${kind} | ${Object.keys(implementations)
        .map((name) => `\`${name}\``)
        .join(' ')} |`,
  );
}

const document = render();
if (process.argv.includes('--check')) {
  const current = existsSync(DOCUMENT) ? readFileSync(DOCUMENT, 'utf8') : '';
  if (current !== document) {
    process.stderr.write(`${DOCUMENT} is outdated: run "npm run docs".\n`);
    process.exit(1);
  }
} else {
  writeFileSync(DOCUMENT, document);
}
