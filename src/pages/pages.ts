import type { FunctionComponent } from 'react';

/** A page behind the sign-in. */
export interface Page {
  readonly path: `/${string}`;
  /** What its link is called. */
  readonly label: string;
  /** Where its link is: in the navigation, or in the menu of the account. */
  readonly place?: 'menu';
  /** What a role must permit, so that the navigation shows the page; `null`: every member sees it. */
  readonly permission: { readonly resource: string; readonly action: string } | null;
  readonly load: () => Promise<FunctionComponent>;
}

/**
 * The pages behind the sign-in, in the order of the navigation, which is shown only if the member may read at least two
 * of them (R2.15). Sign-in leads to the first one.
 */
export const PAGES: readonly [Page, ...Page[]] = [
  {
    path: '/policies',
    label: 'Policies',
    permission: { resource: 'policy', action: 'read' },
    load: async () => (await import('./policies.tsx')).Policies,
  },
  {
    path: '/members',
    label: 'Members',
    permission: { resource: 'stytch.member', action: 'search' },
    load: async () => (await import('../features/members/members-page.tsx')).MembersPage,
  },
  {
    path: '/audit',
    label: 'Audit trail',
    permission: { resource: 'audit', action: 'read' },
    load: async () => (await import('../features/audit/audit-page.tsx')).AuditPage,
  },
  {
    path: '/account',
    label: 'My account',
    place: 'menu',
    permission: null,
    load: async () => (await import('../features/account/account-page.tsx')).AccountPage,
  },
];

/** The pages whose links are in one place. */
export const pagesOf = (place: Page['place']) => PAGES.filter((page) => page.place === place);

/** Where sign-in leads when no redirect was stored (R3.2). */
export const FIRST_PAGE = PAGES[0].path;
