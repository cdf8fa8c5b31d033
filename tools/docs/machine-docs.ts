import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import * as v from 'valibot';
import type { AnyStateNode } from 'xstate';
import { authMachine } from '../../machines/auth/auth.machine.ts';
import { type Definition, definitionsOf, fingerprint } from '../../machines/explore/definition.ts';
import { nameOf, nodesOf, stateId } from '../../machines/explore/machine-graph.ts';

const DOCUMENT = 'docs/auth-machine.md';

/** How often the model's walk of the bare machine takes each transition; its test holds the file in step. */
const COVERAGE = 'tests/model/machine/data/transition-coverage.json';

const Coverage = v.object({
  machine: v.string(),
  paths: v.number(),
  steps: v.number(),
  hits: v.record(v.string(), v.number()),
});

const coverage = v.parse(Coverage, JSON.parse(readFileSync(COVERAGE, 'utf8')));
const definitions = definitionsOf(authMachine);
const states = nodesOf(authMachine);

/** What an event is called in a document: an answer by its invoke, a delay by its name. */
function eventText(event: string): string {
  return event
    .replace(/^xstate\.done\.actor\.(.*)$/, '$1 answers')
    .replace(/^xstate\.error\.actor\.(.*)$/, '$1 fails')
    .replace(/^xstate\.after\.(.*)$/, 'after $1');
}

function render(): string {
  const compounds = states.filter(({ type }) => type === 'compound' || type === 'parallel');
  return `# The auth machine

Generated from \`machines/auth/auth.machine.ts\` by \`npm run docs\`; \`npm run check\` fails when it is not.
Machine \`${fingerprint(authMachine)}\`: ${states.length - 1} states, ${definitions.length} transitions, ${definitions.filter(({ guard }) => guard !== null).length} of them guarded.

A branch is tried in the order of its table; the first whose guard holds is taken. Where a state has no
row for an event, its ancestors are asked, and then nothing happens.

## Coverage

${covered()}

${compounds.map(chapter).join('\n\n')}

## Names

| Kind | Names |
|---|---|
${names().join('\n')}
`;
}

/** What the model's walks take of the machine. */
function covered(): string {
  const taken = definitions.filter(({ id }) => (coverage.hits[id] ?? 0) > 0);
  const guarded = (some: readonly Definition[]) =>
    some.filter(({ guard }) => guard !== null).length;
  return `\`npm run test:model\` walks the machine along ${coverage.paths} generated paths of ${coverage.steps} steps. They take
${taken.length} of ${definitions.length} transitions and ${guarded(taken)} of ${guarded(definitions)} guarded branches; the last column of each table says how often. The
same walk goes through the rendered views, and a cover of it through the real page in a browser: see
[testing](testing.md).`;
}

/** One compound state: its diagram, and the tables of itself and of its simple children. */
function chapter(node: AnyStateNode): string {
  const children = Object.values(node.states);
  const simple = children.filter(({ type }) => type === 'atomic');
  const title = node === authMachine.root ? 'The whole' : `\`${stateId(node)}\``;
  return [
    `## ${title}`,
    ...about(node),
    diagram(node),
    ...table(node),
    ...simple.map((child) =>
      [`### \`${stateId(child)}\``, ...about(child), ...table(child)].join('\n\n'),
    ),
  ].join('\n\n');
}

function about(node: AnyStateNode): readonly string[] {
  const facts = [
    ...node.tags.map((tag) => `tag \`${tag}\``),
    ...node.invoke.map(({ id, src }) =>
      id === nameOf(src) ? `invokes \`${id}\`` : `invokes \`${nameOf(src)}\` as \`${id}\``,
    ),
    ...named(node.entry).map((action) => `on entry \`${action}\``),
    ...named(node.exit).map((action) => `on exit \`${action}\``),
  ];
  return [
    ...(node.description === undefined ? [] : [node.description]),
    ...(facts.length === 0
      ? []
      : [`${facts.join(', ')}.`.replace(/^./, (one) => one.toUpperCase())]),
  ];
}

/** The timers of delayed transitions are entry and exit actions without a name. */
function named(actions: readonly unknown[]): readonly string[] {
  return actions.map(nameOf).filter((name) => name !== '(inline)');
}

function table(node: AnyStateNode): readonly string[] {
  const own = definitions.filter(({ source }) => source === stateId(node));
  if (own.length === 0) return [];
  return [
    [
      '| Event | Guard | Target | Actions | Taken |',
      '|---|---|---|---|---:|',
      ...own.map(row),
    ].join('\n'),
  ];
}

function row({ id, event, guard, targets, actions }: Definition): string {
  const cells = [
    eventText(event),
    guard === null ? '' : `\`${guard}\``,
    targets.map((target) => `\`${target}\``).join(', ') || '(stays)',
    actions.map((action) => `\`${action}\``).join(', '),
    String(coverage.hits[id] ?? 0),
  ];
  return `| ${cells.join(' | ')} |`;
}

/**
 * How the children of a state follow each other; what leaves or enters one deeper is drawn at its edge.
 * Some names mean something to Mermaid, hence the prefix.
 */
function diagram(node: AnyStateNode): string {
  const children = Object.values(node.states);
  const lines = children.map((child) => `  s_${child.key} : ${child.key}`);
  const starts = node.type === 'parallel' ? children : [...(node.initial?.target ?? [])];
  return [
    '```mermaid',
    'stateDiagram-v2',
    ...lines,
    ...starts.map(({ key }) => `  [*] --> s_${key}`),
    ...arrows(node),
    '```',
  ].join('\n');
}

function arrows(node: AnyStateNode): readonly string[] {
  const labels = new Map<string, Set<string>>();
  for (const { source, event, targets } of definitions) {
    const from = childOf(node, source);
    for (const target of targets) {
      const to = childOf(node, target);
      if (from === null || to === null || from === to) continue;
      const arrow = `  s_${from} --> s_${to}`;
      labels.set(arrow, (labels.get(arrow) ?? new Set()).add(eventText(event)));
    }
  }
  return [...labels].map(([arrow, events]) => `${arrow} : ${[...events].join(', ')}`);
}

/** The child of a state that a path leads through; \`null\` when it leads elsewhere. */
function childOf(node: AnyStateNode, path: string): string | null {
  const prefix = node.path.length === 0 ? '' : `${stateId(node)}.`;
  if (!path.startsWith(prefix) || path === '(root)') return null;
  return path.slice(prefix.length).split('.')[0] ?? null;
}

function names(): readonly string[] {
  const { actors, guards, actions, delays } = authMachine.implementations;
  return Object.entries({ actors, guards, actions, delays }).map(
    ([kind, known]) =>
      `| ${kind} | ${Object.keys(known)
        .map((name) => `\`${name}\``)
        .join(' ')} |`,
  );
}

const wanted = render();
if (process.argv.includes('--check')) {
  const current = existsSync(DOCUMENT) ? readFileSync(DOCUMENT, 'utf8') : '';
  if (current !== wanted) {
    process.stderr.write(`${DOCUMENT} is not what the machine is: run "npm run docs".\n`);
    process.exit(1);
  }
} else {
  writeFileSync(DOCUMENT, wanted);
}
