import { readFileSync } from 'node:fs';

const TYPES = { css: 'text/css; charset=utf-8', js: 'text/javascript; charset=utf-8' } as const;

/**
 * Responds with a file of `assets/`. This module is in the package's main folder, so that it finds them also when it is
 * bundled into the command.
 */
export function assetResponse(name: `${string}.${keyof typeof TYPES}`): Response {
  const text = readFileSync(new URL(`./assets/${name}`, import.meta.url), 'utf8');
  return new Response(text, {
    headers: {
      'content-type': name.endsWith('.css') ? TYPES.css : TYPES.js,
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
    },
  });
}
