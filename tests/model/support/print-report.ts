/** Prints what a model test measured, in `npm run test:model` only: other runs print test results alone. */
export function printReport(text: string): void {
  if (process.env.MODEL_REPORT === 'print') process.stdout.write(`\n${text}\n`);
}
