import type { Plugin } from 'vite';

/** The files of the machine. Not of its rules: they have values, whose descriptions are data. */
const FILES = /\/machines\/auth\//;

/** The description of a state in the source of the machine. */
const DESCRIPTION = /\bdescription:\s*(?:'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"),?/g;

/** Removes the descriptions of states from a build. Only the chart shows them, from data of its own. */
export function descriptionsPlugin(): Plugin {
  return {
    name: 'charter:descriptions',
    apply: 'build',
    transform(code, id) {
      if (!FILES.test(id)) return undefined;
      // With its line breaks, so that source maps stay right.
      return { code: code.replace(DESCRIPTION, (text) => text.replace(/[^\n]/g, '')), map: null };
    },
  };
}
