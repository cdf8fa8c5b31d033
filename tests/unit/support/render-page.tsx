import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { expect, vi } from 'vitest';
import { SessionProvider } from '#src/api/session.tsx';
import type { Permissions } from '#src/api/use-permissions.ts';
import type { Services } from '#src/app/shell/services-context.tsx';
import { InApp } from './in-app.tsx';
import { getSentence } from './render.tsx';
import { testServices } from './services.ts';
import { appScreenView } from './view-fixtures.ts';

/** What the service answers: a `Response`, a status (0: no response), or the JSON of a 200. A promise holds it back. */
type Answer = unknown;

/** The answers by call, for example `GET /projects`, or what answers every call. */
export type Answers =
  | Readonly<Record<string, Answer | ((call: Call) => Answer)>>
  | ((call: Call) => Answer);

/** A call of the page to the service. */
export interface Call {
  readonly method: string;
  /** The path below `/api`. */
  readonly path: string;
  readonly search: URLSearchParams;
  readonly headers: Headers;
  readonly body: unknown;
}

interface PageOptions {
  readonly answers?: Answers;
  /** What the roles permit, for example `project.read`; by default everything. */
  readonly permitted?: readonly string[];
  /** Whether the provider's access policy could be read. */
  readonly isKnown?: Promise<boolean>;
  readonly services?: Partial<Services>;
}

/**
 * Renders a page as Ada of Acme sees it, on a service in memory.
 *
 * @returns `calls`: what the page has sent, in order; `user`: simulates input; `setSwitching`: whether the member is
 *   leaving for another organization
 */
export function renderPage(page: ReactNode, options: PageOptions = {}) {
  const { answers = {}, permitted, isKnown = Promise.resolve(true) } = options;
  const calls: Call[] = [];
  vi.stubGlobal('fetch', createFetch(answers, calls));
  const permissions: Permissions = {
    isPermitted: (resource, action) => permitted?.includes(`${resource}.${action}`) ?? true,
    isKnown,
  };
  const services = {
    ...testServices(),
    sessionJwt: () => 'jwt',
    checkSession: async () => true,
    permissions,
    ...options.services,
  };
  const shown = (isSwitching: boolean) => (
    <InApp services={services}>
      <SessionProvider
        session={appScreenView.session}
        services={services}
        isSwitching={isSwitching}
      >
        {page}
      </SessionProvider>
    </InApp>
  );
  const { rerender } = render(shown(false));
  const setSwitching = (isSwitching: boolean) => rerender(shown(isSwitching));
  return { calls, user: userEvent.setup(), setSwitching };
}

export const findButton = (name: string | RegExp) => screen.findByRole('button', { name });

/** Waits until a sentence with inserted values is shown. */
export const findSentence = (text: string | RegExp) => waitFor(() => getSentence(text));

/** Waits until the alert says this. */
export const findAlert = (text: string) =>
  waitFor(() => expect(screen.getByRole('alert').textContent).toContain(text));

function createFetch(answers: Answers, calls: Call[]) {
  return async (address: string, { method = 'GET', headers, body }: RequestInit = {}) => {
    const { pathname, searchParams: search } = new URL(address, 'http://localhost');
    const path = pathname.replace(/^\/api/, '');
    const given = typeof answers === 'function' ? answers : answers[`${method} ${path}`];
    // Unless a test has one, the stream of changes is silent.
    const isSilent = typeof answers === 'function' || given === undefined;
    if (path === '/changes' && isSilent) return new Response(new ReadableStream());
    const sent = typeof body === 'string' ? JSON.parse(body) : null;
    const call: Call = { method, path, search, headers: new Headers(headers), body: sent };
    calls.push(call);
    if (given === undefined) throw new Error(`The test has no answer for ${method} ${path}.`);
    const answer = await (typeof given === 'function' ? given(call) : given);
    if (answer === 0) throw new TypeError('Load failed');
    if (answer instanceof Response) return answer;
    return typeof answer === 'number'
      ? Response.json({}, { status: answer })
      : Response.json(answer);
  };
}
