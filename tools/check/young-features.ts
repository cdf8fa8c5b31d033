import { type ESTree, parseSync, Visitor } from 'vite';
import { features } from 'web-features';
import { isSupportedEverywhere } from '../browsers/supported-browsers.ts';

/** A comment on the line before, with the reason, allows what not every supported browser has. */
const ALLOWED = '// Baseline:';

/** A common name of functions, which is a young name of the browser's own, too. */
const COMMON_NAME = 'open';

/** What a supported browser may ignore in a style sheet, each with what it shows then. */
const ENHANCEMENTS: Readonly<Record<string, string>> = {
  'css.at-rules.media.scripting': 'two sentences in place of one without JavaScript',
  'css.properties.accent-color': "the browser's colour",
  'css.properties.field-sizing': 'a field that scrolls',
  'css.properties.forced-color-adjust': 'the colours that the browser forces, where it forces any',
  'css.properties.line-clamp': 'the same, by its name with a prefix',
  'css.properties.overscroll-behavior': 'a page that scrolls at the end of a list',
  'css.properties.resize': 'a field of a fixed size',
  'css.properties.text-size-adjust': 'the same, by its name with a prefix',
  'css.properties.text-wrap': 'other line breaks',
  'css.properties.user-select': 'the same, by the name with a prefix that the build adds',
};

/** The variables that hold the one instance of an interface. */
const INTERFACES: Readonly<Record<string, string>> = {
  clipboard: 'Clipboard',
  crypto: 'Crypto',
  document: 'Document',
  history: 'History',
  navigator: 'Navigator',
  performance: 'Performance',
  window: 'Window',
};

/** Whether every supported browser has what a key of compatibility data names, such as `api.URL.canParse_static`. */
const supported = readCompatibility();

function readCompatibility(): ReadonlyMap<string, boolean> {
  const keys = new Map<string, boolean>();
  for (const feature of Object.values(features)) {
    if (feature.kind !== 'feature') continue;
    for (const [key, status] of Object.entries(feature.status.by_compat_key ?? {})) {
      keys.set(key, isSupportedEverywhere({ ...status.support }));
    }
  }
  return keys;
}

/** The names of functions in values of styles that no supported type of value has. */
const youngFunctions = readYoungFunctions();

function readYoungFunctions(): ReadonlySet<string> {
  const old = new Set<string>();
  const young = new Set<string>();
  for (const [key, isSupported] of supported) {
    const name = /^css\.types\.(?:.+\.)?([^.]+)$/.exec(key)?.[1];
    if (name !== undefined) (isSupported ? old : young).add(name);
  }
  return new Set([...young].filter((name) => !old.has(name)));
}

/**
 * Finds what not every supported browser has (R19.10): objects and functions of the browser, their members, and styles.
 * The build compiles syntax, and the compiler's `lib` and `target` hold JavaScript's own objects.
 *
 * @param path the file; its ending tells the language
 * @param text its content
 * @returns `line: name` of each, in the order of the file
 */
export function youngFeatures(path: string, text: string): readonly string[] {
  const found = path.endsWith('.css') ? inStyles(text) : inScript(path, text);
  const lines = text.split('\n');
  return found
    .toSorted((a, b) => a.at - b.at)
    .map(({ at, name }) => ({ name, line: text.slice(0, at).split('\n').length }))
    .filter(({ line }) => !lines[line - 2]?.includes(ALLOWED))
    .map(({ name, line }) => `${line}: ${name}`);
}

interface Found {
  readonly at: number;
  readonly name: string;
}

function isYoung(...keys: readonly string[]): boolean {
  return keys.some((key) => supported.get(key) === false);
}

function inScript(path: string, text: string): readonly Found[] {
  const found: Found[] = [];
  const checkGlobal = (node: ESTree.Expression | ESTree.Super) => {
    const name = nameOf(node);
    if (node.type !== 'Identifier' || name === COMMON_NAME) return;
    const isOfTheBrowser = isYoung(`api.${name}`, `api.Window.${name}`);
    if (isOfTheBrowser || isYoung(`javascript.builtins.${name}`)) {
      found.push({ at: node.start, name });
    }
  };
  new Visitor({
    NewExpression: ({ callee }) => checkGlobal(callee),
    CallExpression: ({ callee }) => checkGlobal(callee),
    MemberExpression({ object, property, computed }) {
      const owner = nameOf(object);
      // A variable often has the name of a property of the window, such as `open`.
      if (/^[A-Z]/.test(owner)) checkGlobal(object);
      if (computed || owner === '' || property.type !== 'Identifier') return;
      const { name, start } = property;
      const member = `${INTERFACES[owner] ?? owner}.${name}`;
      const keys = [`api.${member}`, `api.${member}_static`, `javascript.builtins.${member}`];
      const isYoungGlobal = owner === 'window' && isYoung(`api.${name}`);
      if (isYoung(...keys) || isYoungGlobal) found.push({ at: start, name });
    },
  }).visit(parseSync(path, text).program);
  return found;
}

/** The name of a variable, or of a property that holds the one instance of an interface. */
function nameOf(node: ESTree.Expression | ESTree.Super): string {
  if (node.type === 'Identifier') return node.name;
  if (node.type !== 'MemberExpression' || node.property.type !== 'Identifier') return '';
  const { name } = node.property;
  return name in INTERFACES ? name : '';
}

const STYLE_NAMES: readonly (readonly [RegExp, (name: string) => boolean])[] = [
  [/@([a-z-]+)/g, (name) => isYoungStyle(`at-rules.${name}`)],
  [/\(([a-z-]+)[:)]/g, (name) => isYoungStyle(`at-rules.media.${name}`)],
  [/(?<=[{;]\s*)([a-z-]+)\s*:/g, (name) => isYoungStyle(`properties.${name}`)],
  [/(?<=[^:\s{;]):{1,2}([a-z-]+)/g, (name) => isYoungStyle(`selectors.${name}`)],
  [/\b([a-z-]+)\(/g, (name) => youngFunctions.has(name)],
];

function isYoungStyle(name: string): boolean {
  const key = `css.${name}`;
  return isYoung(key) && ENHANCEMENTS[key] === undefined;
}

function inStyles(text: string): readonly Found[] {
  const code = text.replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ' '));
  return STYLE_NAMES.flatMap(([pattern, isYoungName]) =>
    [...code.matchAll(pattern)]
      .filter(([, name = '']) => isYoungName(name))
      .map(({ index, 1: name = '' }) => ({ at: index, name })),
  );
}
