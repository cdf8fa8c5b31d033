import { type Plugin, runnerImport } from 'vite';
import type { unprovidedAuthMachine } from '../../machines/auth-cases/unprovided-machine.ts';
import { machineGraph } from '../../packages/statechart/explore/machine-graph.ts';

const MACHINE = 'machines/auth-cases/unprovided-machine.ts';

const FINGERPRINT = 'virtual:machine-fingerprint';

/** The files of the machine. Not of its rules: they have values, whose descriptions are data. */
const FILES = /\/machines\/auth\//;

/** The description of a state in the source of the machine. */
const DESCRIPTION = /\bdescription:\s*(?:'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"),?/g;

/**
 * Exports the fingerprint of the machine, for reports (R18.8), and removes the descriptions of its states from a build,
 * where only the chart shows them, from data of its own.
 */
export function machinePlugin(): Plugin {
  let isBuild = false;
  return {
    name: 'charter:machine',
    configResolved({ command }) {
      isBuild = command === 'build';
    },
    resolveId(id) {
      return id === FINGERPRINT ? `\0${id}` : undefined;
    },
    async load(id) {
      if (id !== `\0${FINGERPRINT}`) return undefined;
      const { module, dependencies } = await runnerImport<Machine>(MACHINE);
      for (const file of dependencies) this.addWatchFile(file);
      const { fingerprint } = machineGraph(module.unprovidedAuthMachine);
      return `export const fingerprint = ${JSON.stringify(fingerprint)};`;
    },
    transform(code, id) {
      if (!isBuild || !FILES.test(id)) return undefined;
      // With its line breaks, so that source maps stay right.
      return { code: code.replace(DESCRIPTION, (text) => text.replace(/[^\n]/g, '')), map: null };
    },
  };
}

interface Machine {
  readonly unprovidedAuthMachine: typeof unprovidedAuthMachine;
}
