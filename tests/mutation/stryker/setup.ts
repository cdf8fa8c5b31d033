import fc from 'fast-check';

// Every mutant runs with the same cases. Shrinking is skipped, because Stryker does not show the counterexample.
fc.configureGlobal({ seed: 42, numRuns: 50, endOnFailure: true });
