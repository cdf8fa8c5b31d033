import { html } from 'hono/html';
import type { HtmlEscapedString } from 'hono/utils/html';

export type Markup = HtmlEscapedString | Promise<HtmlEscapedString>;

/**
 * The policy forbids inline scripts and styles. It has no `form-action`, because browsers also check the redirect after a
 * form against it, which leads to the app, wherever that is.
 */
const SECURITY_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': [
    "default-src 'none'",
    "style-src 'self'",
    "script-src 'self'",
    "connect-src 'self'",
    "img-src 'self' data:",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; '),
  // With 'no-referrer' the forms would send `Origin: null`, which the handler rejects.
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
};

/** Renders a complete page. `script` is the path of its only script. */
export async function htmlPage(given: {
  title: string;
  body: Markup;
  script?: string;
}): Promise<Response> {
  const document = await html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <meta name="robots" content="noindex" />
    <title>${given.title}</title>
    <link rel="icon" href="data:," />
    <link rel="stylesheet" href="/_emulator/assets/pages.css" />
    ${given.script === undefined ? '' : html`<script type="module" src="${given.script}"></script>`}
  </head>
  <body>
    ${given.body}
  </body>
</html>`;
  return new Response(String(document), { headers: SECURITY_HEADERS });
}
