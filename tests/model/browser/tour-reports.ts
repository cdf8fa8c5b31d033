import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import * as v from 'valibot';

/** The reports of single tours. */
const FOLDER = 'reports/model-product';

/** The tours that the first process of a run has found. */
const TOURS = 'reports/model-tours.json';

const toursSchema = v.object({
  run: v.string(),
  /** The name of the start input of each tour, and the names of its steps. */
  tours: v.array(v.object({ input: v.string(), steps: v.array(v.string()) })),
});

const reportSchema = v.object({
  run: v.string(),
  tour: v.number(),
  steps: v.number(),
  /** When the tour began and ended, in epoch milliseconds. */
  began: v.number(),
  ended: v.number(),
  /** How often each definition was taken, by its id. */
  hits: v.record(v.string(), v.number()),
});

/** The transitions one tour took, as the pages published them. */
export type TourReport = v.InferOutput<typeof reportSchema>;

/** Identifies one `playwright test`; its configuration sets the variable for every worker. */
export function currentRun(): string {
  return process.env.MODEL_RUN ?? '';
}

/** The tours of the current run; `null` when none of its processes has found them yet. */
export function readTours(): v.InferOutput<typeof toursSchema>['tours'] | null {
  if (!existsSync(TOURS)) return null;
  const stored = v.parse(toursSchema, JSON.parse(readFileSync(TOURS, 'utf8')));
  return isOfCurrentRun(stored) ? stored.tours : null;
}

export function writeTours(found: v.InferOutput<typeof toursSchema>): void {
  mkdirSync('reports', { recursive: true });
  writeFileSync(TOURS, JSON.stringify(found));
}

export function writeReport(report: TourReport): void {
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(`${FOLDER}/${report.tour}.json`, `${JSON.stringify(report, null, 2)}\n`);
}

export function readReports(): readonly TourReport[] {
  if (!existsSync(FOLDER)) return [];
  const files = readdirSync(FOLDER).map((name) => readFileSync(`${FOLDER}/${name}`, 'utf8'));
  return files.map((text) => v.parse(reportSchema, JSON.parse(text))).filter(isOfCurrentRun);
}

export function removeReports(): void {
  rmSync(FOLDER, { recursive: true });
}

function isOfCurrentRun({ run }: { readonly run: string }): boolean {
  return run === currentRun();
}
