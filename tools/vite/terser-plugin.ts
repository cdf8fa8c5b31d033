import { minify } from 'terser';
import type { Plugin } from 'vite';

/**
 * Lets Terser compress each chunk before the bundler minifies it: the sign-in takes 1.3 kB (gzip) less, because
 * Terser inlines and removes more. The bundler chooses the shorter names, so Terser keeps them.
 *
 * @param except the chunks that get larger by it
 */
export function terserPlugin({ except }: { readonly except: readonly string[] }): Plugin {
  return {
    name: 'charter:terser',
    apply: 'build',
    async renderChunk(source, { name }, { sourcemap }) {
      if (except.includes(name)) return null;
      const { code = source, map } = await minify(source, {
        module: true,
        ecma: 2020,
        mangle: false,
        compress: { passes: 3 },
        sourceMap: sourcemap !== false,
      });
      return typeof map === 'string' ? { code, map } : { code };
    },
  };
}
