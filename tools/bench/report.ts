import type { SignInValues } from './sign-in/sign-in.ts';

export interface SignInRow {
  readonly name: string;
  readonly values: SignInValues;
}

type Cell = string | number;

/** Returns a Markdown table. */
export function table(head: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const line = (cells: readonly Cell[]) => `| ${cells.join(' | ')} |`;
  return [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)].join('\n');
}

interface Column {
  readonly title: string;
  readonly digits: number;
}

const COLUMNS: Readonly<Record<keyof SignInValues, Column>> = {
  scriptsToGoogle: { title: 'JS to Google, gz kB', digits: 1 },
  scriptsToGoogleBrotli: { title: 'brotli kB', digits: 1 },
  scriptsToHydrated: { title: 'JS to hydrated, gz kB', digits: 1 },
  firstPaint: { title: 'first paint', digits: 0 },
  firstContentfulPaint: { title: 'first content', digits: 0 },
  button: { title: 'button', digits: 0 },
  atGoogle: { title: 'at Google', digits: 0 },
  longTasks: { title: 'long tasks', digits: 0 },
  longestTask: { title: 'longest task, full speed', digits: 0 },
  layoutShift: { title: 'layout shift', digits: 4 },
  heap: { title: 'heap MB', digits: 1 },
  clicks: { title: 'clicks', digits: 0 },
};

/** The values of which a ratio says something: never zero; less is better. */
const RATIOS = [
  'scriptsToGoogle',
  'scriptsToGoogleBrotli',
  'scriptsToHydrated',
  'firstPaint',
  'button',
  'atGoogle',
  'heap',
] as const satisfies readonly (keyof SignInValues)[];

/** Returns a value divided by the best one of the peers. */
export function ratioToBest(
  name: keyof SignInValues,
  values: SignInValues,
  peers: readonly SignInRow[],
): number {
  return values[name] / Math.min(...peers.map((peer) => peer.values[name]));
}

/** Returns the table of ratios: each value divided by the best one of the peers. */
export function ratioTable(rows: readonly SignInRow[], peers: readonly SignInRow[]): string {
  const cells = ({ name, values }: SignInRow) => [
    name,
    ...RATIOS.map((ratio) => `${ratioToBest(ratio, values, peers).toFixed(2)}x`),
  ];
  const titles = RATIOS.map((name) => COLUMNS[name].title.replace(/,? ?kB| MB/, ''));
  return table(['against the best peer', ...titles], rows.map(cells));
}

/** Returns the table of absolute values. */
export function valueTable(rows: readonly SignInRow[]): string {
  const columns = Object.entries(COLUMNS) as [keyof SignInValues, Column][];
  return table(
    ['sign-in screen', ...columns.map(([, { title }]) => title)],
    rows.map(({ name, values }) => [
      name,
      ...columns.map(([column, { digits }]) => values[column].toFixed(digits)),
    ]),
  );
}

/** Returns the table of what Charter wants to reach, and whether it has. Nothing fails: times vary. */
export function targetTable(charter: SignInValues, peers: readonly SignInRow[]): string {
  const ratio = (name: keyof SignInValues) => ratioToBest(name, charter, peers);
  const targets: readonly [string, number, number, number][] = [
    ['button against the best peer', ratio('button'), 0.55, 2],
    ['at Google against the best peer', ratio('atGoogle'), 0.95, 2],
    ['at Google against the best peer, aim', ratio('atGoogle'), 0.85, 2],
    ['layout shift', charter.layoutShift, 0, 4],
    ['longest task over 50 ms at full speed, ms', charter.longestTask, 50, 0],
    ['JavaScript until hydrated, gz kB', charter.scriptsToHydrated, 145, 1],
    ['JavaScript to Google, gz kB', charter.scriptsToGoogle, 72, 1],
  ];
  return table(
    ['target', 'at most', 'measured', ''],
    targets.map(([name, value, limit, digits]) => [
      name,
      limit,
      value.toFixed(digits),
      value <= limit ? 'reached' : '**missed**',
    ]),
  );
}

/** Says how a value grows with its size, against the smallest size. */
export function growth(values: readonly number[], index: number, sizes: readonly number[]): string {
  const [first, size] = [values[0], sizes[0]];
  const [value, grown] = [values[index], sizes[index]];
  if (index === 0 || !first || !size || value === undefined || grown === undefined) return '';
  return `${(value / first).toFixed(1)}x for ${grown / size} times as many`;
}

/**
 * Replaces what is between the two marker comments of a section.
 *
 * @throws an error when the text has no such markers
 */
export function replaceSection(text: string, section: string, content: string): string {
  const start = `<!-- ${section}: written by npm run bench -->`;
  const end = `<!-- end of ${section} -->`;
  const from = text.indexOf(start);
  const to = text.indexOf(end);
  if (from === -1 || to < from) throw new Error(`The text has no section ${section}.`);
  return `${text.slice(0, from)}${start}\n\n${content}\n\n${text.slice(to)}`;
}
