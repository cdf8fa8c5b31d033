import { parseArgs } from 'node:util';
import { stubbedAuthMachine } from '#machines/auth-cases/stubbed-machine.ts';
import { firstProblem } from '#tests/model/specification/oracle.ts';
import { type Mutant, mutantsOf, observeAssigns } from './operators.ts';

/**
 * Makes one mistake at a time in the auth machine, and explores each mutant until a step is not as specified. Prints the
 * mutants that survive, and fails below the goal.
 *
 *     npx tsx tests/mutation/statechart.ts                every mutant
 *     npx tsx tests/mutation/statechart.ts --every 10     each tenth
 *     npx tsx tests/mutation/statechart.ts --only TEXT    those whose name contains the text
 */
const GOAL = 0.97;

/** Whether a mutant is noticed: by a step that is not as specified, or because it cannot run. */
function isNoticed(mutant: Mutant): boolean {
  try {
    return firstProblem(mutant.create()) !== null;
  } catch {
    return true;
  }
}

function main(): number {
  const { values } = parseArgs({
    options: { every: { type: 'string', default: '1' }, only: { type: 'string', default: '' } },
  });
  const { observed, changed } = observeAssigns(stubbedAuthMachine);
  const problem = firstProblem(observed);
  if (problem !== null) {
    process.stderr.write(`The machine itself is not as specified: ${problem}\n`);
    return 1;
  }
  const mutants = mutantsOf(stubbedAuthMachine, changed).filter(
    ({ id, operator }, index) =>
      index % Number(values.every) === 0 && `${id}: ${operator}`.includes(values.only),
  );
  const survivors = mutants.filter((mutant) => !isNoticed(mutant));
  for (const { id, operator } of survivors) process.stdout.write(`survives: ${id}: ${operator}\n`);
  const score = 1 - survivors.length / mutants.length;
  process.stdout.write(`${mutants.length} mutants, ${(score * 100).toFixed(1)} % noticed\n`);
  return score < GOAL ? 1 : 0;
}

process.exitCode = main();
