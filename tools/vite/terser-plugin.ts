import { minify } from 'terser';
import type { Plugin } from 'vite';

interface TerserOptions {
  /** The chunks that get larger by it. */
  readonly except?: readonly string[];
  /**
   * The chunks whose functions are moved to the start of their scopes. Similar functions are then near each other,
   * and gzip makes the SDK 2.5 kB smaller (brotli does not). Most other chunks get larger.
   */
  readonly hoistedFunctions?: readonly string[];
}

/**
 * Lets Terser compress each chunk before the bundler minifies it: what leads to Google takes 3.2 kB (gzip) less, because
 * Terser inlines and removes more. The bundler chooses the shorter names, so Terser keeps them.
 */
export function terserPlugin({ except = [], hoistedFunctions = [] }: TerserOptions): Plugin {
  return {
    name: 'charter:terser',
    apply: ({ build }, { command }) => command === 'build' && build?.minify !== false,
    async renderChunk(source, { name }, { sourcemap }) {
      if (except.includes(name)) return null;
      const { code = source, map } = await minify(source, {
        module: true,
        ecma: 2020,
        mangle: false,
        compress: { passes: 3, hoist_funs: hoistedFunctions.includes(name) },
        sourceMap: sourcemap !== false,
      });
      return typeof map === 'string' ? { code, map } : { code };
    },
  };
}
