import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build } from 'vite';
import { buildTargets } from '../browsers/baseline.ts';

/** A JSON response of a backend. */
export interface ApiResponse {
  readonly status: number;
  readonly body: unknown;
}

/** A sign-in screen with a Google button. */
export interface Site {
  readonly name: string;
  /** The folder of its page below `peers`; `null` for Charter, which has its own build. */
  readonly page: string | null;
  /** The package whose version the table shows. */
  readonly package: string | null;
  /** The Google button: a selector, and before it those of the elements whose shadow trees lead to it. */
  readonly button: readonly string[];
  /** A part of the address that the browser asks for when Google starts. */
  readonly googleAddress: string;
  /** Responses of its backend by path, beside those of the emulator. */
  readonly api?: Readonly<Record<string, ApiResponse>>;
}

const GOOGLE = 'https://accounts.google.com/o/oauth2/v2/auth';
const STYTCH_START = '/v1/b2b/public/oauth/google/';

export const CHARTER: Site = {
  name: 'Charter',
  page: null,
  package: null,
  button: ['main [name="google.start"]'],
  googleAddress: STYTCH_START,
};

/** The prebuilt screens that a team would use instead. */
export const PEERS: readonly Site[] = [
  {
    name: 'Stytch 6, prebuilt',
    page: 'stytch-6',
    package: 'stytch-6',
    button: ['#root button'],
    googleAddress: STYTCH_START,
  },
  {
    name: 'Stytch 5, prebuilt',
    page: 'stytch-5',
    package: 'stytch-5',
    button: ['#root button'],
    googleAddress: STYTCH_START,
  },
  {
    name: 'AWS Amplify Authenticator',
    page: 'amplify',
    package: '@aws-amplify/ui-react',
    button: ['.federated-sign-in-button'],
    googleAddress: '/oauth2/authorize?',
  },
  {
    name: 'SuperTokens',
    page: 'supertokens',
    package: 'supertokens-auth-react',
    button: ['#supertokens-root', 'button'],
    googleAddress: GOOGLE,
    api: {
      '/auth/session/refresh': { status: 401, body: { message: 'try refresh token' } },
      '/auth/authorisationurl': {
        status: 200,
        body: { status: 'OK', urlWithQueryParams: `${GOOGLE}?client_id=benchmark` },
      },
    },
  },
];

/** A package of its own: no other command needs what it installs. */
export const PEERS_FOLDER = join(import.meta.dirname, 'peers');
const OUTPUT = resolve('dist-bench');

/** Returns the folder with the build of a site. */
export function folderOf(site: Site): string {
  return site.page === null ? resolve('dist-emulator') : join(OUTPUT, site.page);
}

/** Returns the name of a site with the version that is installed. */
export function titleOf(site: Site): string {
  return site.package === null ? site.name : `${site.name} (${versionOf(site.package)})`;
}

function versionOf(name: string): string {
  const file = join(PEERS_FOLDER, 'node_modules', name, 'package.json');
  return JSON.parse(readFileSync(file, 'utf8')).version;
}

/** Returns whether the package of a site is installed. */
export function isInstalled(site: Site): boolean {
  return site.package === null || existsSync(join(PEERS_FOLDER, 'node_modules', site.package));
}

/** Builds a site with the product's bundler, for the product's browsers. */
export async function buildSite(site: Site): Promise<void> {
  if (site.page === null) {
    await build({ mode: 'emulator', logLevel: 'warn' });
    return;
  }
  await build({
    configFile: false,
    logLevel: 'error',
    root: join(PEERS_FOLDER, site.page),
    build: {
      outDir: folderOf(site),
      emptyOutDir: true,
      target: buildTargets(),
      modulePreload: { polyfill: false },
    },
  });
}
