// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { createMachine } from 'xstate';
import { graphMermaid } from '#chart/page/exports/mermaid-export.ts';
import { graphScxml } from '#chart/page/exports/scxml-export.ts';
import { graphXState } from '#chart/page/exports/xstate-export.ts';
import { guardResultsOf } from '#chart/page/simulate/guard-results.ts';
import { authMachine } from '#machines/auth/unprovided-machine.ts';
import { definitionsOf, machineGraph } from '#statechart/explore/machine-graph.ts';
import { transitionId } from '#statechart/explore/transition-id.ts';

const graph = machineGraph(authMachine);

test('gives every transition the id that the model gives it', () => {
  const definitions = definitionsOf(authMachine);
  expect(graph.transitions.map(({ id }) => id)).toEqual(definitions.map(({ id }) => id));
  expect(definitions.map(({ definition }) => transitionId(definition))).toEqual(
    definitions.map(({ id }) => id),
  );
  expect(graph.fingerprint).toBe(machineGraph(authMachine).fingerprint);
});

test('gives the same graph for a machine with provided implementations', () => {
  const provided = authMachine.provide({ guards: { hasSession: () => true } });
  expect(machineGraph(provided)).toEqual(graph);
});

test('derives the guard results from the branch that was taken', () => {
  expect(guardResultsOf(graph, 'signedOut.exchanging | xstate.done.actor.exchange | 3')).toEqual([
    { guard: 'isAnotherPerson', passed: false },
    { guard: 'isAuthenticated', passed: false },
    { guard: 'isPrimaryRequired', passed: false },
    { guard: 'isMfaRequired', passed: true },
  ]);
  expect(guardResultsOf(graph, 'unknown')).toEqual([]);
});

test('exports every state and every transition as Mermaid', () => {
  const mermaid = graphMermaid(graph);
  for (const { id, parent } of graph.states) {
    if (parent !== null) expect(mermaid).toContain(` as s_${id.replaceAll('.', '_')}`);
  }
  expect(mermaid.match(/ --> \w+ : /g)?.length).toBeGreaterThanOrEqual(graph.transitions.length);
});

/** The lines that Mermaid's grammar of state diagrams has for what the export writes. */
const MERMAID_LINE =
  /^(?:state "\w[^"]*" as s_\w+(?: \{)?|\}|--|(?:\[\*\]|s_\w+) --> s_\w+(?: : [^:;#{}\n]+)?)$/;

test('writes only lines of a Mermaid state diagram, of a size that Mermaid draws', () => {
  const mermaid = graphMermaid(graph);
  const [first, ...lines] = mermaid.trimEnd().split('\n');
  expect(first).toBe('stateDiagram-v2');
  expect(lines.filter((line) => !MERMAID_LINE.test(line.trim()))).toEqual([]);
  const declared = new Set(mermaid.match(/(?<= as )s_\w+/g));
  const used = mermaid.match(/(?<=--> )s_\w+|s_\w+(?= -->)/g) ?? [];
  expect(used.filter((alias) => !declared.has(alias))).toEqual([]);
  expect(mermaid.split('{')).toHaveLength(mermaid.split('}').length);
  // Mermaid's own limits.
  expect(mermaid.length).toBeLessThan(50_000);
  expect(used.length / 2).toBeLessThan(500);
});

test("exports XState's configuration: a machine made from it has the same states and transitions", () => {
  const source = graphXState(graph);
  const [, json = ''] = /createMachine\((.*)\);\n$/s.exec(source) ?? [];
  const machine = createMachine(JSON.parse(json));
  expect(machineGraph(machine)).toEqual(graph);
});

test('exports SCXML: an XML parser reads every state and transition, and each reference leads to a state', () => {
  const document = new DOMParser().parseFromString(graphScxml(graph), 'application/xml');
  const all = (selector: string) => [...document.querySelectorAll(selector)];
  expect(all('parsererror')).toEqual([]);
  const root = graph.states[0]?.name ?? '';
  const ids = all('state, parallel').map((state) => state.getAttribute('id') ?? '');
  expect(ids).toEqual(graph.states.map(({ id, parent }) => (parent === null ? root : id)));
  const transitions = all('transition').map((each) => ({
    source: each.parentElement?.getAttribute('id'),
    target: each.getAttribute('target'),
    cond: each.getAttribute('cond'),
  }));
  expect(transitions).toHaveLength(graph.transitions.length);
  const named = (name: string) => transitions.filter(({ source }) => source === name);
  for (const { id } of graph.states.slice(1)) {
    const own = graph.transitions.filter(({ source }) => source === id);
    expect(named(id).map(({ target }) => target)).toEqual(
      own.map(({ targets }) => targets.join(' ') || null),
    );
  }
  const targets = transitions.flatMap(({ target }) => target ?? []);
  const initials = all('[initial]').map((state) => state.getAttribute('initial') ?? '');
  expect([...targets, ...initials].filter((id) => !ids.includes(id))).toEqual([]);
  const conditions = transitions.flatMap(({ cond }) => cond ?? []);
  expect(conditions).toContain('pendingIs("authenticated")');
  const scripts = all('script').map(({ textContent }) => textContent);
  expect(scripts).toContain('emitEvent("signedIn restored");');
  const written = graph.transitions.flatMap(({ guard, actions }) => [guard ?? '', ...actions]);
  const params = written.flatMap((name) => /\((.+)\)$/s.exec(name)?.[1] ?? []);
  expect(params.length).toBeGreaterThan(10);
  const calls = [...conditions, ...scripts].join('\n');
  expect(params.filter((each) => !calls.includes(JSON.stringify(each)))).toEqual([]);
  const sent = all('send').map((send) => send.getAttribute('event'));
  const delayed = all('transition[event^="after."]').map((each) => each.getAttribute('event'));
  expect(new Set(sent)).toEqual(new Set(delayed));
});
