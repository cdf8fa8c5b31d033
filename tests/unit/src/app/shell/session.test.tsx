// @vitest-environment happy-dom
import { act, fireEvent, screen, within } from '@testing-library/react';
import type { ComponentProps, ReactNode } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { AuthEvent } from '#machines/auth/auth.events.ts';
import type { AppView } from '#machines/auth/auth.view.ts';
import { ORGANIZATION_FILTER_FROM } from '#machines/rules/limits.ts';
import type { Organization } from '#machines/rules/organization.ts';
import { MemberShell } from '#src/app/shell/member-shell.tsx';
import { AccountMenu } from '#src/app/shell/session/account-menu.tsx';
import { OrganizationMenu } from '#src/app/shell/session/organization-menu.tsx';
import { ReconnectingBanner } from '#src/app/shell/session/reconnecting-banner.tsx';
import { SessionExpiryWarning } from '#src/app/shell/session/session-expiry-warning.tsx';
import { Dialog } from '#src/ui/controls/dialog.tsx';
import { InApp } from '#tests/unit/support/in-app.tsx';
import {
  describedBy,
  findSettled,
  getButton,
  getField,
  getSentence,
  renderScreen,
} from '#tests/unit/support/render.tsx';
import {
  appScreenView,
  buildDiscoveredOrganization,
  buildNotice,
} from '#tests/unit/support/view-fixtures.ts';

const birch = buildDiscoveredOrganization('Birch');
const cedar = buildDiscoveredOrganization('Cedar', {
  membership: 'invited',
  follows: 'verification',
});
const juniper = buildDiscoveredOrganization('Juniper', { follows: 'unsupported' });
const named = (count: number) =>
  Array.from({ length: count }, (_, index) => buildDiscoveredOrganization(`Team${index + 1}`));
const loadedView: AppView = {
  ...appScreenView,
  memberships: [buildDiscoveredOrganization('Acme'), birch, cedar],
};

const endsIn = (minutes: number): Partial<AppView> => ({
  expiring: true,
  session: { ...appScreenView.session, expiresAt: Date.now() + minutes * 60_000 },
});

it.each([
  [ReconnectingBanner, { reconnecting: true }, 'Reconnecting...'],
  [SessionExpiryWarning, endsIn(4.5), 'Your session ends in less than 5 minutes.'],
  [SessionExpiryWarning, endsIn(0.9), 'Your session ends in less than a minute.'],
])('%o announces in a region that is always rendered [R11.6, R11.11]', (Banner, changes, text) => {
  const { showNext } = renderScreen<AppView>(Banner, appScreenView);
  const region = screen.getByRole('status');
  expect(region.textContent).toBe('');
  showNext((view) => ({ ...view, ...changes }));
  expect(region.textContent).toBe(text);
});

const Account = (props: ComponentProps<typeof AccountMenu>) => (
  <InApp>
    <AccountMenu {...props} />
  </InApp>
);

it.each([
  [{}, 'Ada Ash', ['Ada Ash', 'ada@acme.example', 'Acme', '@acme']],
  [
    { memberName: { firstName: '', lastName: '' } },
    'ada@acme.example',
    ['ada@acme.example', 'Acme', '@acme'],
  ],
  [{ emailAddress: null }, 'Ada Ash', ['Ada Ash', 'Acme', '@acme']],
])(
  'AccountMenu shows for a member with %j what is known [R11.22]',
  async (changes, name, facts) => {
    const session = { ...appScreenView.session, ...changes };
    const { sent, user } = renderScreen<AppView>(Account, { ...appScreenView, session });
    await user.click(getButton(`Account: ${name}`));
    const id = screen.getByRole('button', { expanded: true }).getAttribute('aria-controls');
    const shown = document.getElementById(id ?? '')?.querySelectorAll('p > *') ?? [];
    expect([...shown].map((fact) => fact.textContent)).toEqual(facts);
    await user.tab();
    expect(document.activeElement).toBe(screen.getByRole('link', { name: 'My account' }));
    await user.tab();
    expect(document.activeElement).toBe(getButton('Sign out'));
    await user.keyboard('{Escape}');
    expect(document.activeElement).toBe(getButton(`Account: ${name}`));
    await user.keyboard('{Enter}');
    await user.click(getButton('Sign out'));
    expect(sent).toEqual([{ type: 'signOut' }]);
    await user.click(screen.getByRole('link', { name: 'My account' }));
    expect(screen.queryByRole('button', { expanded: true })).toBeNull();
  },
);

describe('SessionExpiryWarning [R11.11]', () => {
  it('offers no extension to a support person, and holds it during a switch [R11.24, R12.5]', () => {
    const session = { ...appScreenView.session, impersonated: true };
    const expiring = { ...appScreenView, expiring: true, switching: true };
    const { showNext } = renderScreen<AppView>(SessionExpiryWarning, { ...expiring, session });
    expect(screen.queryByRole('button')).toBeNull();
    showNext(() => expiring);
    expect(getButton('Stay signed in').getAttribute('aria-disabled')).toBe('true');
  });

  it('stands in an open dialog, too, extends once, and leaves the focus in the dialog when it goes [R1.11]', async () => {
    const { sent, user, showNext } = renderScreen<AppView>(
      ({ view, send }) => (
        <Shell view={view} send={send}>
          <Dialog title="Open dialog" onClose={() => undefined}>
            <input aria-label="Name" />
          </Dialog>
        </Shell>
      ),
      appScreenView,
    );
    const dialog = screen.getByRole('dialog');
    // The region is there before its text, so that the text is announced.
    const status = within(dialog).getByRole('status');
    expect(status.textContent).toBe('');
    showNext((view) => ({ ...view, expiring: true }));
    expect(status.textContent).toMatch(/^Your session ends in less than/);
    await user.click(within(dialog).getByRole('button', { name: 'Stay signed in' }));
    showNext((view) => ({ ...view, extending: true }));
    const busy = within(dialog).getByRole('button', { name: 'Extending...' });
    expect(document.activeElement).toBe(busy);
    await user.click(busy);
    expect(sent).toEqual([{ type: 'session.extend' }]);
    showNext((view) => ({ ...view, expiring: false }));
    expect(document.activeElement).toBe(dialog);
  });
});

const menuButton = () => getButton('Organization: Acme');
const rows = () => screen.queryAllByRole('button', { name: / @/ });
const types = (sent: readonly AuthEvent[]) => sent.map(({ type }) => type);
async function openMenu(view: AppView) {
  const rendered = renderScreen(OrganizationMenu, view, (event, current) =>
    event.type === 'organization.list' ? { ...current, listing: true } : current,
  );
  await rendered.user.click(menuButton());
  return rendered;
}

it.each([
  ['AccountMenu', Account, 'Account: Ada Ash'],
  ['OrganizationMenu', OrganizationMenu, 'Organization: Acme'],
] as const)(
  '%s closes with Escape, on a click outside and when the focus leaves [R11.22]',
  async (_, Menu, name) => {
    const added = vi.spyOn(document, 'addEventListener');
    const removed = vi.spyOn(document, 'removeEventListener');
    const { user } = renderScreen<AppView>(Menu, appScreenView);
    for (const close of [
      () => user.keyboard('{Escape}'),
      () => user.click(document.body),
      async () =>
        act(() => document.body.dispatchEvent(new FocusEvent('focusin', { bubbles: true }))),
    ]) {
      await user.click(getButton(name));
      // A key of a text composition (R1.15).
      fireEvent.keyDown(getButton(name), { key: 'Escape', isComposing: true });
      expect(screen.getByRole('region', { name })).toBeTruthy();
      await close();
      expect(screen.queryByRole('region', { name })).toBeNull();
    }
    const presses = ({ mock }: typeof added | typeof removed) =>
      mock.calls.filter(([type]) => type === 'pointerdown').length;
    expect([presses(added), presses(removed)]).toEqual([3, 3]);
    expect(removed.mock.calls.filter(([type]) => type === 'focusin')).toHaveLength(3);
  },
);

describe('OrganizationMenu [R11.13]', () => {
  it('shows the current organization at once, and announces the others when they are read [R1.25]', async () => {
    const { sent, user, showNext } = await openMenu(appScreenView);
    expect(sent).toEqual([{ type: 'organization.list' }]);
    expect(rows().map((row) => row.getAttribute('aria-current'))).toEqual(['true']);
    expect(document.activeElement).toBe(getButton('Acme @acme'));
    const region = await findSettled('Loading your organizations...');
    showNext((view) => ({ ...view, memberships: loadedView.memberships }));
    expect(rows().map((row) => row.getAttribute('aria-current'))).toEqual(['true', null, null]);
    expect(getButton('Cedar @cedar Asks you to verify your email Accept')).toBeTruthy();
    // The arrival is announced in the same region.
    expect(await findSettled('3 organizations')).toBe(region);
    expect(document.activeElement).toBe(getButton('Acme @acme'));
    showNext((view) => ({ ...view, memberships: [buildDiscoveredOrganization('Acme')] }));
    expect(screen.getByText("You're not in any other organization.")).toBeTruthy();
    showNext((view) => ({ ...view, memberships: null, listing: false, canCreate: false }));
    // The machine refuses to create organizations (R6.20, R12.5).
    expect(screen.queryByRole('button', { name: 'Create organization' })).toBeNull();
    await user.click(getButton('Load your other organizations'));
    expect(types(sent)).toEqual(['organization.list', 'organization.list']);
  });

  it('switches nothing to the current organization, or to one that offers no method', async () => {
    const memberships = [birch, juniper, ...named(ORGANIZATION_FILTER_FROM)];
    const { sent, user } = await openMenu({ ...loadedView, memberships });
    const row = getButton(/@juniper/);
    expect(row.getAttribute('aria-disabled')).toBe('true');
    await user.click(row);
    expect(document.activeElement).toBe(row);
    await user.type(getField('Filter organizations'), 'juniper{Enter}');
    expect(document.activeElement).toBe(row);
    await user.clear(getField('Filter organizations'));
    await user.click(getButton('Acme @acme'));
    expect(rows()).toEqual([]);
    expect(types(sent)).toEqual(['organization.list']);
  });

  it('is busy while it switches, and holds the rows of a switch that has started elsewhere', async () => {
    const { sent, user, showNext } = await openMenu(loadedView);
    showNext((view) => ({ ...view, switching: true }));
    await user.click(getButton('Birch @birch'));
    showNext((view) => ({ ...view, switching: false }));
    expect(sent.slice(1)).toEqual([]);
    await user.click(getButton('Birch @birch'));
    showNext((view) => ({ ...view, switching: true }));
    const button = getButton(/^Switching to Birch ?\.\.\.$/);
    expect(document.activeElement).toBe(button);
    await user.click(button);
    expect(sent.slice(1)).toEqual([{ type: 'organization.switch', id: birch.id }]);
  });

  it('has the filter and the limits of the list, which count the current organization [R6.12, R6.16]', async () => {
    const { user, showNext } = await openMenu({ ...loadedView, memberships: named(6) });
    expect(screen.queryByRole('searchbox')).toBeNull();
    showNext((view) => ({ ...view, memberships: named(10_000) }));
    await findSettled('Showing 50 of 10,001. Type in the filter to find the others.');
    await user.type(getField('Filter organizations'), 'acm');
    await findSettled('1 organization');
    expect(rows()).toEqual([getButton('Acme @acme')]);
  });
});

describe('Create organization [R6.19]', () => {
  const openDialog = async (view: AppView) => {
    const rendered = await openMenu(view);
    await rendered.user.click(getButton('Create organization'));
    return rendered;
  };
  const field = () => getField('Organization name');

  it('switches to an organization of the member whose name was typed, and says so before', async () => {
    const { sent, user } = await openDialog(loadedView);
    await user.type(field(), 'birch');
    expect(describedBy(screen.getByRole('dialog'))).toBe(
      '“Continue” switches to Birch, and nothing is created.',
    );
    await user.keyboard('{Enter}');
    expect(sent.at(-1)).toEqual({ type: 'organization.switch', id: 'organization-birch' });
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it.each([
    [
      'an organization that offers no method',
      'Juniper',
      'Needs a sign-in method that is not available here',
      true,
    ],
    ["the member's own", 'Acme', 'You are already in Acme. Choose another name.', true],
    ['any name without a network', 'Moss', /^We could not reach/, false],
  ])('refuses %s at the field, and ends no session', async (_, name, sentence, isOnline) => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline);
    const { sent, user } = await openDialog({ ...loadedView, memberships: [juniper] });
    await user.type(field(), `${name}{Enter}`);
    expect(describedBy(field())).toEqual(expect.stringMatching(sentence));
    expect(types(sent)).toEqual(['organization.list']);
  });

  it('shows at the field why a name cannot be used, and drops that when it is cancelled', async () => {
    const notice = buildNotice('error', 'That name is too long.', { isAboutInput: true });
    const { sent, user } = await openDialog({ ...loadedView, notice });
    expect(screen.getByRole('alert').textContent).toBe('That name is too long.');
    await user.click(getButton('Cancel'));
    expect(types(sent).slice(1)).toEqual(['notice.dismiss']);
  });
});

interface ShellProps {
  readonly view: AppView;
  readonly send: (event: AuthEvent) => void;
  readonly children?: ReactNode;
}

function Shell({ view, send, children = <main>Policies</main> }: ShellProps) {
  return (
    <InApp>
      <MemberShell view={view} send={send} isArrival>
        {children}
      </MemberShell>
    </InApp>
  );
}

describe('what the shell tells of a session [R1.19]', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it('is an arrival or a switch for five seconds, which names a support person [R12.2]', () => {
    vi.useFakeTimers();
    const session = { ...appScreenView.session, impersonated: true };
    const { showNext } = renderScreen<AppView>(Shell, { ...appScreenView, session });
    const region = getSentence('Impersonating a member of Acme').closest('[role="status"]');
    act(() => void vi.advanceTimersByTime(4_000));
    showNext((view) => ({ ...view, session: { ...session, organization: birch } }));
    act(() => void vi.advanceTimersByTime(4_999));
    expect(region?.textContent).toBe('Switched to Birch');
    act(() => void vi.advanceTimersByTime(1));
    expect(region?.textContent).toBe('');
  });

  it('is a switch, unless a notice tells of it', () => {
    const { showNext } = renderScreen<AppView>(Shell, appScreenView);
    const showIn = (organization: Organization, notice: AppView['notice']) =>
      showNext((view) => ({ ...view, notice, session: { ...view.session, organization } }));
    showIn(birch, null);
    expect(getSentence('Switched to Birch')).toBeTruthy();
    showIn(cedar, buildNotice('success', 'You joined Cedar.'));
    expect(screen.queryByText(/^Switched to/)).toBeNull();
  });
});

it('a switch that has failed can be tried again by a button that names the organization [R11.13]', async () => {
  const notice = buildNotice('error', 'No luck.', { organizationId: birch.id });
  const { sent, user, showNext } = renderScreen<AppView>(Shell, { ...loadedView, notice });
  await user.click(getButton('Try Birch again'));
  expect(sent).toEqual([{ type: 'organization.switch', id: birch.id }]);
  showNext((view) => ({ ...view, notice: buildNotice('error', 'No luck.') }));
  expect(screen.queryByRole('button', { name: /again/ })).toBeNull();
  await user.click(getButton('Dismiss'));
  expect(sent.at(-1)).toEqual({ type: 'notice.dismiss' });
  // What is wrong with a typed name stands at its field only.
  showNext((view) => ({ ...view, notice: buildNotice('error', 'Taken.', { isAboutInput: true }) }));
  expect(screen.queryByRole('alert')?.textContent ?? '').toBe('');
});
