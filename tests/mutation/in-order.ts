import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Runs test files in the order of a list of files and folders, and those of a folder by Vitest's own order. */
export function inOrder(paths: readonly string[]) {
  return class extends BaseSequencer {
    override async sort(files: TestSpecification[]) {
      const rank = ({ moduleId }: TestSpecification) =>
        paths.findIndex((path) => moduleId.includes(`/${path}`));
      return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
    }
  };
}
