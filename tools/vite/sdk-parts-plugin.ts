import type { Plugin } from 'vite';
import { UNUSED_SDK_PARTS } from '../../src/stytch/sdk/sdk-adapter.ts';

/** The client's module and the one that it shares with the SDK's other clients. */
const CLIENT = /@stytch\/vanilla-js\/dist\/b2b\/index\.headless\.esm\.js$/;
const SHARED = /@stytch\/vanilla-js\/dist\/internal-[\w-]+\.js$/;

/** What the SDK's constructor creates for those parts, and for its own screens. */
const UNUSED_VARIABLES = ['oneTap', 'idp', 'searchManager', 'clientsideServices'];

/**
 * Leaves out of a build what the product never calls: 5.5 kB (gzip) less lead to Google. The SDK's constructor creates
 * every part, so that no bundler can leave one out by itself. A part that is not found fails the build.
 */
export function sdkPartsPlugin(): Plugin {
  return {
    name: 'charter:sdk-parts',
    apply: 'build',
    transform(code, id) {
      if (CLIENT.test(id)) return { code: withoutUnusedParts(code), map: null };
      return SHARED.test(id) ? { code: withPureEnums(code), map: null } : null;
    },
  };
}

/**
 * Removes the parts from the text of the client's module.
 *
 * @throws if a part does not occur exactly once
 */
export function withoutUnusedParts(code: string): string {
  const parts = UNUSED_SDK_PARTS.map((name) => `\n  this\\.${name} = new [^;]*;`);
  const variables = UNUSED_VARIABLES.map((name) => `(?<=\n  var ${name}) = new [^;]*`);
  return [...parts, ...variables].reduce((text, pattern) => {
    const pieces = text.split(new RegExp(pattern));
    if (pieces.length !== 2) throw new Error(`The SDK has another form of ${pattern}.`);
    return pieces.join('');
  }, code);
}

/** Rewrites the SDK's enums as pure expressions, so that a bundler can drop the unused ones. */
export function withPureEnums(code: string): string {
  return code.replaceAll(
    /var (\w+);\n\(function \(\1\) \{([^}]*)\}\)\(\1 \|\| \(\1 = \{\}\)\);/g,
    'var $1 = /*#__PURE__*/(function ($1) {$2return $1;})({});',
  );
}
