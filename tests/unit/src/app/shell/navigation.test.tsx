// @vitest-environment happy-dom
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { act, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { Navigation } from '#src/app/shell/navigation/navigation.tsx';
import { ServicesContext } from '#src/app/shell/services-context.tsx';
import type { Page } from '#src/pages/pages.ts';
import '#tests/unit/support/render.tsx';
import { testServices } from '#tests/unit/support/services.ts';

const page = (path: Page['path'], label: string, resource: string | null): Page => ({
  path,
  label,
  load: async () => () => null,
  permission: resource === null ? null : { resource, action: 'read' },
});

const policies = page('/policies', 'Policies', null);
const projects = page('/projects', 'Projects', 'project');

/** Shows the navigation at `/policies` to a member who may read what is listed; `null`: that is unknown. */
async function show(pages: readonly Page[], readable: readonly string[] | null) {
  const permissions = {
    isPermitted: (resource: string) => readable?.includes(resource) ?? false,
    isKnown: Promise.resolve(readable !== null),
  };
  const router = createRouter({
    routeTree: createRootRoute({ component: () => <Navigation pages={pages} /> }),
    history: createMemoryHistory({ initialEntries: ['/policies'] }),
    defaultNotFoundComponent: () => null,
  });
  await router.load();
  await act(async () => {
    render(
      <ServicesContext value={{ ...testServices(), permissions }}>
        <RouterProvider router={router} />
      </ServicesContext>,
    );
  });
}

const links = () => screen.queryAllByRole('link').map(({ textContent }) => textContent);

it('links to each page in order, and marks the one that is shown [R2.15]', async () => {
  await show([policies, projects], ['project']);
  expect(links()).toEqual(['Policies', 'Projects']);
  const current = () => document.querySelector('[aria-current="page"]')?.textContent;
  expect(current()).toBe('Policies');
  screen.getByRole('link', { name: 'Projects' }).focus();
  await userEvent.keyboard('{Enter}');
  expect(current()).toBe('Projects');
});

it.each([
  ['leaves out a page whose permission is denied', ['project'], ['Policies', 'Projects']],
  ['is not shown for one page that is left', [], []],
  ['shows every page while the access policy is unknown', null, ['Policies', 'Projects']],
])('%s [R2.15, R16.2]', async (_, readable, shown) => {
  await show(
    [policies, projects, page('/secrets', 'Secrets', 'secret')].slice(0, readable ? 3 : 2),
    readable,
  );
  expect(links()).toEqual(shown);
});
