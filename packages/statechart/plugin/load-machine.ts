import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { type Alias, runnerImport } from 'vite';
import type { ChartConfig } from '../chart.types.ts';
import { isMachine } from '../explore/is-machine.ts';
import { definedTransitions } from '../explore/machine-graph.ts';
import { errorText } from '../explore/values.ts';

/** A machine as a module defines it. */
export interface LoadedMachine {
  readonly config: ChartConfig;
  /** The path of the module, and its configuration as an expression that reads the exports of `module`. */
  readonly path: string;
  readonly exported: string;
  /** The files whose change is a change of the chart. */
  readonly files: ReadonlySet<string>;
}

type Exports = Readonly<Record<string, unknown>>;

/**
 * Runs a module in Node, and finds the machine that it exports. Imports may have the paths of a `tsconfig.json`.
 *
 * @param root of the project
 * @param alias what else stands for a path in its imports
 * @throws with one sentence when it has none that can be drawn
 */
export async function loadMachine(
  root: string,
  modulePath: string,
  alias: readonly Alias[] = [],
): Promise<LoadedMachine> {
  const path = resolve(root, modulePath);
  const { module, dependencies } = await runnerImport<Exports>(path, {
    resolve: { alias, tsconfigPaths: true },
  }).catch((error) => {
    throw new Error(`${modulePath} cannot be run in Node: ${sentenceOf(error)}`, { cause: error });
  });
  const files = [path, ...dependencies];
  return {
    ...configOf(module, modulePath),
    path,
    files: new Set(files.filter((each) => existsSync(each) && !each.includes('/node_modules/'))),
  };
}

/** The configuration that a module exports as `chart`, or else its only machine. */
function configOf(module: Exports, path: string) {
  if (isConfig(module.chart)) return { config: module.chart, exported: 'module.chart' };
  const names = Object.keys(module).filter((name) => isMachine(module[name]));
  const [exported = ''] = names;
  const machine = module[exported];
  if (!isMachine(machine)) {
    const isOld = Object.values(module).some((each) => '__xstatenode' in Object(each));
    throw new Error(
      isOld
        ? `${path} exports a machine of XState 4: this draws machines of XState 5.`
        : `${path} exports neither a machine nor \`chart\`.`,
    );
  }
  if (new Set(names.map((name) => module[name])).size > 1) {
    throw new Error(
      `${path} exports the machines ${names.join(' and ')}: say which by \`export const chart = { machine: ${exported} }\`.`,
    );
  }
  const old = definedTransitions(machine).find(({ definition }) => 'cond' in definition);
  if (old !== undefined) {
    throw new Error(`${path} is written for XState 4: XState 5 ignores the \`cond\` of ${old.id}.`);
  }
  return { config: { machine }, exported: `{ machine: module.${exported} }` };
}

function isConfig(value: unknown): value is ChartConfig {
  return (
    typeof value === 'object' && value !== null && 'machine' in value && isMachine(value.machine)
  );
}

/** What went wrong, without the colours and the picture of the code that a parser adds. */
function sentenceOf(error: unknown): string {
  const [text = '', ...picture] = stripVTControlCharacters(errorText(error)).split('╭');
  const [, place] = /\[ (\S+:\d+:\d+) \]/.exec(picture.join('')) ?? [];
  return place === undefined ? text : `${text.trim()} at ${place}`;
}
