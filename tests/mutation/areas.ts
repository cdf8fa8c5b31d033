import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** A folder whose mutants are made and scored together. */
export interface Area {
  /** The folder. Its subfolders belong to it unless they are areas of their own. */
  readonly name: string;
  /** The lowest score that passes. */
  readonly goal: number;
  /** The files and folders of tests that run against each mutant, in this order. */
  readonly tests: readonly string[];
  /** Those that run against what the first ones leave: they take longer. */
  readonly furtherTests?: readonly string[];
  /** The kinds of mutants that are not made. */
  readonly excluded?: readonly string[];
}

/** Sentences and class names. */
const TEXTS = ['StringLiteral'];

const STYTCH = 'tests/unit/src/stytch';

/** The part of the product that is mutated. The areas of `machines` have the tests of `vitest.config.ts`. */
export const areas: readonly Area[] = [
  { name: 'machines/rules', goal: 0.95, tests: [] },
  { name: 'machines/auth', goal: 0.95, tests: [] },
  { name: 'machines/auth/states', goal: 0.95, tests: [] },
  {
    name: 'src/storage',
    goal: 0.9,
    tests: ['tests/unit/src/storage', 'tests/unit/src/app/navigation.test.ts'],
  },
  {
    name: 'src/stytch',
    goal: 0.9,
    tests: [
      `${STYTCH}/callback.test.ts`,
      `${STYTCH}/stytch-auth.test.ts`,
      `${STYTCH}/sdk/security-checks.test.ts`,
      ...['late-actors', 'session', 'identity', 'sign-in', 'start-google'].map(
        (name) => `${STYTCH}/actors/${name}.test.ts`,
      ),
    ],
    furtherTests: [`${STYTCH}/session/external-events.test.ts`],
  },
  {
    name: 'src/stytch/session',
    goal: 0.9,
    tests: [`${STYTCH}/session`],
    furtherTests: ['session', 'identity', 'switching'].map(
      (name) => `${STYTCH}/actors/${name}.test.ts`,
    ),
  },
  {
    name: 'src/stytch/email-link',
    goal: 0.9,
    tests: [`${STYTCH}/email-link`],
    furtherTests: [`${STYTCH}/actors/step-up.test.ts`],
  },
  {
    name: 'src/stytch/refresh',
    goal: 0.9,
    tests: [`${STYTCH}/refresh`],
    furtherTests: ['refresh', 'session', 'identity'].map(
      (name) => `${STYTCH}/actors/${name}.test.ts`,
    ),
  },
  {
    name: 'src/stytch/actors',
    goal: 0.9,
    tests: [`${STYTCH}/actors`],
    furtherTests: [`${STYTCH}/session/external-events.test.ts`],
  },
  {
    name: 'src/stytch/transport',
    goal: 0.9,
    tests: [`${STYTCH}/transport`],
    furtherTests: [`${STYTCH}/actors/identity.test.ts`, `${STYTCH}/actors/session.test.ts`],
  },
  {
    name: 'src/stytch/responses',
    goal: 0.9,
    tests: [`${STYTCH}/responses`],
    furtherTests: [`${STYTCH}/transport`, `${STYTCH}/actors/sign-in.test.ts`],
  },
  {
    name: 'src/stytch/sdk',
    goal: 0.9,
    tests: [`${STYTCH}/sdk`, `${STYTCH}/transport`, `${STYTCH}/actors/session.test.ts`],
    furtherTests: [`${STYTCH}/responses/errors.test.ts`],
  },
  { name: 'src/app', goal: 0.9, tests: ['tests/unit/src/app'] },
  { name: 'src/app/routing', goal: 0.9, tests: ['tests/unit/src/app'] },
  {
    name: 'src/app/shell',
    goal: 0.9,
    tests: ['tests/unit/src/app/shell'],
    furtherTests: ['tests/unit/src/document/first-paint.test.ts'],
    excluded: TEXTS,
  },
  {
    name: 'src/features/sign-in',
    goal: 0.9,
    tests: ['tests/unit/src/features/sign-in'],
    excluded: TEXTS,
  },
];

/** Files that are not mutated, because no unit test runs them: the browser tests do. Each with what it does. */
export const LEFT_TO_BROWSER_TESTS: Readonly<Record<string, string>> = {
  'src/app/core.ts': 'connects the parts of the product when a page is loaded',
  'src/app/env.ts': 'reads the settings that the build was made with',
  'src/app/render.tsx': 'renders or hydrates the page',
  'src/app/services.ts': 'creates the services of the pages',
  'src/app/observers.ts': 'starts telemetry and the feed of the chart',
  'src/app/react.ts': 'imports React',
  'src/app/yield-to-main.ts': 'waits for a task of the browser',
  'src/app/routing/pages.tsx': 'creates the router',
};

/** The area of a source file; `undefined` when it is not mutated. */
export function areaOf(file: string): Area | undefined {
  if (!/\.tsx?$/.test(file) || file in LEFT_TO_BROWSER_TESTS) return undefined;
  return areas
    .filter(({ name }) => file.startsWith(`${name}/`))
    .reduce<Area | undefined>(
      (longest, area) => (area.name.length > (longest?.name.length ?? 0) ? area : longest),
      undefined,
    );
}

/** The source files of an area. */
export function filesOf(area: Area): readonly string[] {
  return readdirSync(area.name, { recursive: true, encoding: 'utf8' })
    .map((file) => join(area.name, file))
    .filter((file) => areaOf(file) === area);
}

/** Every `count`th area, from `index` (1 is the first): the areas of one shard. */
export function shardOf(index: number, count: number): readonly Area[] {
  return areas.filter((_, at) => at % count === index - 1);
}
