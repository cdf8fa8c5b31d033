import { fileURLToPath } from 'node:url';
import babelParser from '@babel/eslint-parser';
import css from '@eslint/css';
import { ESLint, type Linter } from 'eslint';
import baseline from 'eslint-plugin-baseline-js';
import { availability } from './baseline.ts';

/** What ships to browsers. */
const SHIPPED = ['src', 'machines', 'chart/feed', 'chart/model', 'chart/page'];

/** Style properties that a supported browser may ignore, each with what it shows then. */
const ENHANCEMENTS: Readonly<Record<string, string>> = {
  'accent-color': "the browser's colour",
  'field-sizing': 'a field that scrolls',
  'forced-color-adjust': 'the colours that the browser forces, where it forces any',
  'line-clamp': 'the same, by its name with a prefix',
  'overscroll-behavior': 'a page that scrolls at the end of a list',
  resize: 'a field of a fixed size',
  'scrollbar-color': "the browser's scroll bar",
  'scrollbar-width': "the browser's scroll bar",
  'text-size-adjust': 'the same, by its name with a prefix',
  'text-wrap': 'other line breaks',
  'user-select': 'the same, by the name with a prefix that the build adds',
};

/** Media conditions that are false in an older browser, each with what it shows then. */
const MEDIA_ENHANCEMENTS: Readonly<Record<string, string>> = {
  scripting: 'two sentences in place of one without JavaScript',
};

/** The variables that hold the one instance of an interface. */
const INSTANCES: Readonly<Record<string, string>> = {
  Clipboard: 'clipboard',
  Crypto: 'crypto',
  Document: 'document',
  History: 'history',
  Navigator: 'navigator',
  Performance: 'performance',
  Window: 'window',
};

/** Returns a linter that finds what a supported browser does not have (R19.10). */
export function createBaselineLinter(): ESLint {
  return new ESLint({ overrideConfigFile: true, overrideConfig: config() });
}

function config(): Linter.Config[] {
  const { features, keys } = availability();
  const unsupported = [...keys].flatMap(([key, isSupported]) => (isSupported ? [] : [key]));
  const supported = [...keys].flatMap(([key, isSupported]) => (isSupported ? [key] : []));
  const namesIn = (group: RegExp, option: string) => {
    const known = new Set(styleOptions[option]?.items.enum);
    const names = new Set(supported.flatMap((key) => group.exec(key)?.[1] ?? []));
    return [...names].filter((name) => known.has(name));
  };
  return [
    { ignores: ['src/route-tree.gen.ts'] },
    parse('**/*.ts', ['typescript']),
    parse('**/*.tsx', ['typescript', 'jsx']),
    {
      files: ['**/*.ts', '**/*.tsx'],
      plugins: { 'baseline-js': { rules: baseline.rules } },
      rules: {
        'baseline-js/use-baseline': [
          'error',
          {
            // Every feature of the data is younger, so that the supported browsers alone decide.
            available: 2000,
            ignoreFeatures: features,
            includeWebApis: { preset: 'auto' },
            includeJsBuiltins: { preset: 'auto' },
          },
        ],
        // Members that are younger than the feature they belong to.
        'no-restricted-properties': ['error', ...unsupported.flatMap(restrictedProperty)],
        'no-restricted-globals': ['error', ...unsupported.flatMap(restrictedGlobal)],
      },
    },
    {
      files: ['**/*.css'],
      plugins: { css },
      language: 'css/css',
      rules: {
        'css/use-baseline': [
          'error',
          {
            available: 2000,
            allowProperties: [
              ...namesIn(/^css\.properties\.([^.]+)$/, 'allowProperties'),
              ...Object.keys(ENHANCEMENTS),
            ],
            allowSelectors: namesIn(/^css\.selectors\.([^.]+)$/, 'allowSelectors'),
            allowFunctions: namesIn(/^css\.types\.(?:.+\.)?([^.]+)$/, 'allowFunctions'),
            allowAtRules: namesIn(/^css\.at-rules\.([^.]+)$/, 'allowAtRules'),
            allowMediaConditions: [
              ...namesIn(/^css\.at-rules\.media\.([^.]+)$/, 'allowMediaConditions'),
              ...Object.keys(MEDIA_ENHANCEMENTS),
            ],
          },
        ],
      },
    },
  ];
}

/** The names that each option of the rule for styles takes. */
const styleOptions: Readonly<Record<string, { readonly items: { readonly enum: string[] } }>> =
  Object(css.rules['use-baseline'].meta.schema[0]?.properties);

function parse(files: string, plugins: readonly string[]): Linter.Config {
  const babelOptions = { babelrc: false, configFile: false, parserOpts: { plugins } };
  return {
    files: [files],
    languageOptions: {
      parser: babelParser,
      parserOptions: { requireConfigFile: false, babelOptions },
    },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
  };
}

const MESSAGE = 'Not every supported browser has it (.browserslistrc).';

function restrictedProperty(key: string) {
  const [, owner = '', member = ''] = /^api\.([^.]+)\.([^.]+)$/.exec(key) ?? [];
  const property = member.replace(/_static$/, '');
  const object = member === property ? INSTANCES[owner] : owner;
  return object === undefined || property === '' ? [] : [{ object, property, message: MESSAGE }];
}

function restrictedGlobal(key: string) {
  const [, name = ''] = /^api\.(?:Window\.)?([a-z][^.]*)$/.exec(key) ?? [];
  return name === '' ? [] : [{ name, message: MESSAGE }];
}

async function main(): Promise<void> {
  const linter = createBaselineLinter();
  const results = await linter.lintFiles(SHIPPED);
  for (const { filePath, messages } of results) {
    for (const { line, column, message } of messages) {
      process.stderr.write(`${filePath}:${line}:${column} ${message}\n`);
      process.exitCode = 1;
    }
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main();
