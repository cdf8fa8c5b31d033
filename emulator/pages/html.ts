import { html } from 'hono/html';
import type { HtmlEscapedString } from 'hono/utils/html';

export type Markup = HtmlEscapedString | Promise<HtmlEscapedString>;

/**
 * No inline script or style anywhere. `form-action` names the loopback origins because browsers
 * also hold the redirect after a form against it, and the app may run on another port.
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
    "form-action 'self' http://localhost:* http://127.0.0.1:*",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; '),
  // Not 'no-referrer': that would also blank the Origin of the forms, which the handler checks.
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
};

/** A whole page around `body`; `script` is the path of its one script, if it has one. */
export async function page(
  given: { title: string; body: Markup; script?: string },
  status = 200,
): Promise<Response> {
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
  return new Response(String(document), { status, headers: SECURITY_HEADERS });
}
