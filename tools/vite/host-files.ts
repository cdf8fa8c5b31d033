/** What a browser may keep: the names of hashed files change with their content; everything else is asked for again. */
export const CACHE_RULES = {
  hashed: 'public, max-age=31536000, immutable',
  other: 'no-cache',
} as const;

/** What the files of every host are made of. */
interface Site {
  /** The security headers of every response, by name. */
  readonly headers: Readonly<Record<string, string>>;
  /** The paths of the hashed files, for hosts whose rules cannot tell a missing file from an existing one. */
  readonly hashedFiles: readonly string[];
}

/**
 * Returns the configuration of each host that `docs/deploy.md` describes (R19.5). Every response carries all security
 * headers. A hashed file that exists may be kept forever; a response in the place of a missing one may not, or a
 * browser that met it would keep it after a rollback has brought the file back.
 *
 * @returns the text of each file by its path
 */
export function hostFiles(site: Site): Record<string, string> {
  return {
    // For `npm run serve`.
    'headers.json': `${JSON.stringify({ security: site.headers, cache: CACHE_RULES }, null, 2)}\n`,
    'nginx.conf': nginxFile(site),
    'netlify/_headers': headersFile(site),
    'netlify/_redirects':
      '/assets/* /not-found.txt 404\n/api/* /not-found.txt 404\n/* /index.html 200\n',
  };
}

/** In nginx an `add_header` in a location takes away those of the server, so all of them are in the server. */
function nginxFile({ headers }: Site): string {
  const lines = Object.entries(headers).map(
    ([name, value]) => `    add_header ${name} "${value}" always;\n`,
  );
  return `# Replace your.host and the paths, and put this file into /etc/nginx/conf.d/.
map "$status$uri" $charter_cache_control {
    "~^(200|206|304)/assets/" "${CACHE_RULES.hashed}";
    default "${CACHE_RULES.other}";
}

# The address of a callback contains a token, so the log names paths without their query.
map $request_uri $charter_path {
    "~^(?<path>[^?]*)" $path;
}
log_format charter '$remote_addr [$time_local] "$request_method $charter_path" $status $body_bytes_sent';

server {
    listen 80;
    listen [::]:80;
    server_name your.host;
    server_tokens off;
    return 301 https://your.host$request_uri;
}

server {
    listen 443 ssl http2;
    listen [::]:443 ssl http2;
    server_name your.host;
    server_tokens off;
    ssl_certificate /etc/letsencrypt/live/your.host/fullchain.pem;
    ssl_certificate_key /etc/letsencrypt/live/your.host/privkey.pem;

    access_log /var/log/nginx/charter.log charter;

    root /var/www/charter;
    charset utf-8;
    gzip_static on;
    gzip_vary on;
    # With the module libnginx-mod-http-brotli-static:
    # brotli_static on;

    # A location with an add_header of its own would lose all of these.
    add_header cache-control $charter_cache_control always;
${lines.join('')}
    location / {
        try_files $uri /index.html;
    }

    location /assets/ {
        try_files $uri =404;
    }

    # Without the service on this host. docs/deploy.md has the line that passes these calls on to it.
    location /api/ {
        return 404;
    }
}
`;
}

/** Netlify joins the values of all rules that match, so no file may match two cache rules. */
function headersFile({ headers, hashedFiles }: Site): string {
  const rule = (path: string, entries: Readonly<Record<string, string>>) =>
    [path, ...Object.entries(entries).map(([name, value]) => `  ${name}: ${value}`)].join('\n');
  const cache = { 'cache-control': CACHE_RULES.hashed };
  return `${[rule('/*', headers), ...hashedFiles.map((path) => rule(path, cache))].join('\n')}\n`;
}
