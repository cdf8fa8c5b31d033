import { existsSync, readFileSync } from 'node:fs';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';
import { compress } from 'hono/compress';
import { etag } from 'hono/etag';
import { type Api, isServicePath } from './app.ts';

/**
 * Serves the service and a build of the page, with the security headers of the build. Every address
 * that is no file is the document, except below `/assets/`.
 *
 * @param folder the folder of the build; its headers are in a folder beside it
 * @throws when there is no build
 */
export function createSite(folder: string, service: Pick<Api, 'fetch'>): Hono {
  const headersFile = `${folder}-hosts/headers.json`;
  if (!existsSync(headersFile)) {
    throw new Error(`There is no build in ${folder}: run "npm run build".`);
  }
  const { security, cache }: Headers = JSON.parse(readFileSync(headersFile, 'utf8'));
  const site = new Hono();
  site.use(async (context, next) => {
    const { path } = context.req;
    if (isServicePath(path)) context.res = await service.fetch(context.req.raw, context.env);
    else await next();
    // Set headers directly: Hono's `context.header` would copy the response.
    const { headers, ok } = context.res;
    for (const [name, value] of Object.entries(security)) headers.set(name, value);
    if (isServicePath(path)) return;
    const isHashed = path.startsWith('/assets/') && ok;
    headers.set('cache-control', isHashed ? cache.hashed : cache.other);
    if (isHashed) headers.set('vary', 'accept-encoding');
  });
  site.use(async ({ req }, next) => {
    // `serveStatic` answers a range that cannot be with 500, and what the site has is small.
    req.raw.headers.delete('range');
    await next();
  });
  const index = serveStatic({ path: `${folder}/index.html` });
  site.get('/', compress(), etag(), index);
  site.get('*', serveStatic({ root: folder, precompressed: true }));
  site.get('/assets/*', (context) => context.notFound());
  site.get('*', compress(), etag(), index);
  return site;
}

/** What the build writes (`tools/vite/headers-plugin.ts`). */
interface Headers {
  readonly security: Readonly<Record<string, string>>;
  readonly cache: { readonly hashed: string; readonly other: string };
}
