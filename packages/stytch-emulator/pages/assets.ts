import { readFileSync } from 'node:fs';

const TYPES = {
  'pages.css': 'text/css; charset=utf-8',
  'console.js': 'text/javascript; charset=utf-8',
} as const;

function isAsset(name: string): name is keyof typeof TYPES {
  return Object.hasOwn(TYPES, name);
}

/** Serves a static file of the emulator's pages. Returns undefined for any other name. */
export function assetResponse(name: string): Response | undefined {
  if (!isAsset(name)) return undefined;
  const text = readFileSync(new URL(`./assets/${name}`, import.meta.url), 'utf8');
  return new Response(text, {
    headers: {
      'content-type': TYPES[name],
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
    },
  });
}
