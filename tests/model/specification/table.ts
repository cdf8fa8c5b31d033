import { readFileSync } from 'node:fs';

/** What a row does that keeps an event from the rows of the states around its own. */
const IGNORE = 'ignore it';

/** What a row does that leaves its state and enters it again. */
export const ANEW = 'begin anew';

/** What a row does that goes on as if the call had returned an unexpected failure. */
export const AS_FAILED = 'go on as after a failure';

/** The scope of rows that hold in every state. */
export const ROOT = '(root)';

/** Words of the column "Does" that change no context. */
export const OF_STEPS: readonly string[] = [IGNORE, ANEW, AS_FAILED];

/** One row of a table of the specification; `README.md` says what its columns mean. */
export interface Row {
  /** File and line, for messages. */
  readonly at: string;
  readonly in: readonly string[];
  readonly on: readonly string[];
  readonly if: readonly string[];
  readonly to: string;
  readonly says: string;
  readonly does: readonly string[];
  readonly for: readonly string[];
}

/** A state of the specification. */
export interface StateRow {
  readonly path: string;
  readonly kind: '' | 'parallel' | 'transient';
  /** The id of the call that runs in the state; empty for none. */
  readonly call: string;
  readonly input: readonly string[];
  readonly screens: readonly string[];
}

/** The cells of every table row of a file whose table begins with a head. */
function cellsOf(file: string, first: 'In' | 'State') {
  const lines = readFileSync(new URL(file, import.meta.url), 'utf8').split('\n');
  const rows: { at: string; cell: (name: string) => string }[] = [];
  let heads: readonly string[] = [];
  for (const [index, line] of lines.entries()) {
    if (!line.startsWith('|')) heads = [];
    else if (heads.length === 0) heads = split(line, '|').slice(1, -1);
    else if (!line.startsWith('|---') && heads[0] === first) {
      const cells = split(line, '|').slice(1, -1);
      const at = `${file}:${index + 1}`;
      const names = heads;
      if (cells.length !== heads.length) throw new Error(`${at}: a row has another length.`);
      rows.push({ at, cell: (name) => cells[names.indexOf(name)] ?? '' });
    }
  }
  return rows;
}

/** The rows of a file. An empty cell under "In" or "On" repeats the one above. */
function rowsOf(file: string): readonly Row[] {
  let scope: readonly string[] = [];
  let events: readonly string[] = [];
  return cellsOf(file, 'In').map(({ at, cell }) => {
    if (cell('In') !== '') scope = list(cell('In'));
    if (cell('On') !== '') events = list(cell('On'));
    return {
      at,
      in: scope,
      on: events,
      if: list(cell('If')),
      to: cell('To'),
      says: cell('Says'),
      does: list(cell('Does'), ';'),
      for: list(cell('For')),
    };
  });
}

/** The states of a file, each before those inside it. */
function statesOf(file: string): readonly StateRow[] {
  return cellsOf(file, 'State').map(({ at, cell }) => {
    const kind = cell('Kind');
    if (kind !== '' && kind !== 'parallel' && kind !== 'transient') {
      throw new Error(`${at}: there is no kind "${kind}".`);
    }
    return {
      path: cell('State'),
      kind,
      call: cell('Call'),
      input: list(cell('Input')),
      screens: list(cell('Screens')),
    };
  });
}

function split(text: string, separator: string): readonly string[] {
  return text.split(separator).map((part) => part.trim());
}

function list(cell: string, separator = ','): readonly string[] {
  return split(cell, separator).filter((part) => part !== '');
}

const FILES = [
  'signed-out.md',
  'verification.md',
  // The second factor is a part that can be taken out.
  'second-factor/second-factor.md',
  'signed-in.md',
];

/** The states of the specification, by path. */
export const states: ReadonlyMap<string, StateRow> = new Map(
  FILES.flatMap(statesOf).map((state) => [state.path, state]),
);

/** The rows of the specification, in the order in which they are tried. */
export const rows: readonly Row[] = FILES.flatMap(rowsOf);

/** The screens of each state in which the machine can rest. */
export const expectedScreens: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  [...states.values()].flatMap(({ path, screens }) =>
    screens.length > 0 ? [[path, screens]] : [],
  ),
);
