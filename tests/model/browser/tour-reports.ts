import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import * as v from 'valibot';

/** Where the tours of one run leave what they took; the sum stands beside it. */
const FOLDER = 'reports/model-product';
const SUM = 'reports/model-product.json';

const partSchema = v.object({
  /** The run it belongs to. */
  run: v.string(),
  tour: v.number(),
  steps: v.number(),
  /** When the tour began and ended, in epoch milliseconds. */
  began: v.number(),
  ended: v.number(),
  /** How often each definition was taken, by its id. */
  hits: v.record(v.string(), v.number()),
});

/** What one tour took, as the pages themselves reported it. */
export type Part = v.InferOutput<typeof partSchema>;

/** The run all tours of one `playwright test` belong to; its configuration gives it to every worker. */
export function thisRun(): string {
  return process.env.MODEL_RUN ?? '';
}

/** Writes what one tour took. */
export function writePart(part: Part): void {
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(`${FOLDER}/${part.tour}.json`, `${JSON.stringify(part, null, 2)}\n`);
}

/** What the tours of this run took. */
export function readParts(): readonly Part[] {
  if (!existsSync(FOLDER)) return [];
  const files = readdirSync(FOLDER).map((name) => readFileSync(`${FOLDER}/${name}`, 'utf8'));
  return files.map((text) => v.parse(partSchema, JSON.parse(text))).filter(isOfThisRun);
}

/** Writes the sum of a run, and takes its parts away. */
export function writeSum(report: object): void {
  writeFileSync(SUM, `${JSON.stringify(report, null, 2)}\n`);
  rmSync(FOLDER, { recursive: true });
}

function isOfThisRun({ run }: Part): boolean {
  return run === thisRun();
}
