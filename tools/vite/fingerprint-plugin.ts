import { type Plugin, runnerImport } from 'vite';
import type { stubbedAuthMachine } from '../../machines/auth-cases/stubbed-machine.ts';
import { machineGraph } from '../../packages/statechart/explore/machine-graph.ts';

const MACHINE = 'machines/auth-cases/stubbed-machine.ts';

const ID = 'virtual:machine-fingerprint';

/** Exports the fingerprint of the machine, which error reports and analytics name (R18.8). */
export function fingerprintPlugin(): Plugin {
  return {
    name: 'charter:fingerprint',
    resolveId(id) {
      return id === ID ? `\0${id}` : undefined;
    },
    async load(id) {
      if (id !== `\0${ID}`) return undefined;
      const { module, dependencies } = await runnerImport<Machine>(MACHINE);
      for (const file of dependencies) this.addWatchFile(file);
      const { fingerprint } = machineGraph(module.stubbedAuthMachine);
      return `export const fingerprint = ${JSON.stringify(fingerprint)};`;
    },
  };
}

interface Machine {
  readonly stubbedAuthMachine: typeof stubbedAuthMachine;
}
