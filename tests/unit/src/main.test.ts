// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { DocumentStart } from '#src/app/document-start.ts';
import { goTo } from './stytch/support/browser.ts';

/** What the page has done, in order. */
const done: string[] = [];
const started = vi.hoisted(() => ({ error: null as Error | null }));

vi.mock('#src/app/env.ts', () => ({ readEnv: () => ({}) }));
vi.mock('#src/stytch/connection.ts', () => ({ connect: async () => ({}) }));
vi.mock('#src/app/core.ts', () => ({
  startCore: (options: { callbackParams: { token: string | null } | null }) => {
    if (started.error !== null) throw started.error;
    done.push(`core ${options.callbackParams?.token ?? 'without a token'}`);
    const late = new Promise((resolve) => setTimeout(resolve, 50));
    return { stytchAuth: { mayRedeem: late.then(() => void done.push('may redeem')) } };
  },
}));
vi.mock('#src/app/render.tsx', () => ({ renderApp: async () => done.push('app') }));
vi.mock('#src/document/show-start-error.ts', () => ({
  showStartError: () => done.push('error of the document'),
}));

const documentStart: DocumentStart = { whenNotLeaving: async () => undefined, handOver: () => [] };

const STARTED = ['core secret', 'may redeem', 'app'];

/** Loads the page's script, and waits until it has done all that it does. */
async function load(): Promise<readonly string[]> {
  vi.resetModules();
  await import('#src/main.ts');
  await vi.waitFor(() => expect(done.join()).toMatch(/app|document/));
  return done;
}

beforeEach(() => {
  done.length = 0;
  started.error = null;
  window.documentStart = documentStart;
  vi.stubGlobal('reportError', (error: unknown) => done.push(`reported: ${error}`));
  goTo('/policies');
});
afterEach(() => {
  delete window.documentStart;
  delete document.documentElement.dataset.unsupported;
});

describe('the start of the page', () => {
  it('takes the token out of the address before anything else, then starts, redeems and renders [R5.7]', async () => {
    goTo('/discovery?stytch_token_type=discovery_oauth&token=secret');
    expect(await load()).toEqual(STARTED);
    expect(window.location.href).not.toContain('secret');
  });

  it('starts nothing without the script of the document, and keeps the token for a reload', async () => {
    delete window.documentStart;
    goTo('/discovery?stytch_token_type=discovery_oauth&token=secret');
    expect(await load()).toEqual(['error of the document']);
    expect(window.location.href).toContain('secret');
  });

  it('starts nothing in a browser that cannot run it [R1.7, R1.16]', async () => {
    document.documentElement.dataset.unsupported = '';
    vi.resetModules();
    await import('#src/main.ts');
    await new Promise((resolve) => setTimeout(resolve));
    expect(done).toEqual([]);
  });

  it('waits until a page that the browser prerenders is shown [R22.6]', async () => {
    Object.assign(document, { prerendering: true });
    goTo('/discovery?stytch_token_type=discovery_oauth&token=secret');
    vi.resetModules();
    await import('#src/main.ts');
    expect(window.location.href).toContain('secret');
    document.dispatchEvent(new Event('prerenderingchange'));
    Object.assign(document, { prerendering: false });
    await vi.waitFor(() => expect(done).toEqual(STARTED));
  });

  it('reports what fails, and the document shows the error [R1.6]', async () => {
    started.error = new Error('canary');
    expect(await load()).toEqual(['reported: Error: canary', 'error of the document']);
  });
});
