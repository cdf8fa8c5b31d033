// @vitest-environment happy-dom
import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AuthEvent } from '#machines/auth/auth.events.ts';
import type { AppView } from '#machines/auth/auth.view.ts';
import { SESSION } from '#machines/auth-cases/fixtures.ts';
import { signedInTab } from '#machines/auth-cases/start-inputs.ts';
import { ORGANIZATION_FILTER_FROM } from '#machines/rules/limits.ts';
import { AuthContext } from '#src/app/shell/auth-context.tsx';
import { MemberShell } from '#src/app/shell/member-shell.tsx';
import { AccountMenu } from '#src/app/shell/session/account-menu.tsx';
import { ExpiryWarning } from '#src/app/shell/session/expiry-warning.tsx';
import { OrganizationMenu } from '#src/app/shell/session/organization-menu.tsx';
import { ReconnectingBanner } from '#src/app/shell/session/reconnecting-banner.tsx';
import { SessionGate } from '#src/app/shell/session-gate.tsx';
import { createTestMachine } from '#tests/model/support/test-machine.ts';
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
  follows: 'second_factor',
});
const juniper = buildDiscoveredOrganization('Juniper', { follows: 'unsupported' });
const named = (count: number) =>
  Array.from({ length: count }, (_, index) => buildDiscoveredOrganization(`Team${index + 1}`));
const loadedView: AppView = {
  ...appScreenView,
  memberships: [buildDiscoveredOrganization('Acme'), birch, cedar],
};

it('ReconnectingBanner announces in a region that is always rendered [R11.6]', () => {
  const { showNext } = renderScreen<AppView>(ReconnectingBanner, appScreenView);
  const region = screen.getByRole('status');
  expect(region.textContent).toBe('');
  showNext((view) => ({ ...view, reconnecting: true }));
  expect(region.textContent).toBe('Reconnecting...');
  showNext((view) => ({ ...view, reconnecting: false }));
  expect(region.textContent).toBe('');
});

describe('AccountMenu [R11.22]', () => {
  it.each([
    [{}, 'Ada Ash', ['Ada Ash', 'ada@acme.example', 'Acme', '@acme']],
    [
      { memberName: { firstName: '', lastName: '' } },
      'ada@acme.example',
      ['ada@acme.example', 'Acme', '@acme'],
    ],
    [{ emailAddress: null }, 'Ada Ash', ['Ada Ash', 'Acme', '@acme']],
  ])('shows for a member with %j the facts that are known', async (changes, name, facts) => {
    const session = { ...appScreenView.session, ...changes };
    const { user } = renderScreen<AppView>(AccountMenu, { ...appScreenView, session });
    await user.click(getButton(`Account: ${name}`));
    const id = screen.getByRole('button', { expanded: true }).getAttribute('aria-controls');
    const shown = document.getElementById(id ?? '')?.querySelectorAll('p > *') ?? [];
    expect([...shown].map((fact) => fact.textContent)).toEqual(facts);
    await user.tab();
    expect(document.activeElement).toBe(getButton('Sign out'));
  });

  it('closes with Escape, on a click outside and when the focus leaves', async () => {
    const { user } = renderScreen<AppView>(AccountMenu, appScreenView);
    const button = getButton('Account: Ada Ash');
    const isOpen = () => screen.queryByRole('button', { name: 'Sign out' }) !== null;
    await user.click(button);
    await user.tab();
    await user.keyboard('{Escape}');
    expect([isOpen(), document.activeElement]).toEqual([false, button]);
    await user.click(button);
    await user.click(document.body);
    expect(isOpen()).toBe(false);
    await user.click(button);
    act(() => document.body.dispatchEvent(new FocusEvent('focusin', { bubbles: true })));
    expect(isOpen()).toBe(false);
  });
});

describe('ExpiryWarning [R11.11]', () => {
  const expiring = { ...appScreenView, expiring: true };
  afterEach(() => {
    vi.useRealTimers();
  });

  it('announces that the session ends, and its last minute, in a region that is always rendered', () => {
    const now = appScreenView.session.expiresAt - 4.5 * 60_000;
    vi.useFakeTimers({ now, toFake: ['Date', 'setInterval', 'clearInterval'] });
    const { showNext } = renderScreen<AppView>(ExpiryWarning, appScreenView);
    const region = screen.getByRole('status');
    expect([region.textContent, screen.queryByRole('button')]).toEqual(['', null]);
    expect(region.closest('[data-empty="true"]')).not.toBeNull();
    showNext(() => expiring);
    for (const [passed, text] of [
      [0, 'Your session ends in less than 5 minutes.'],
      [210_000 - 1, 'Your session ends in less than 5 minutes.'],
      [1, 'Your session ends in less than a minute.'],
      [10 * 60_000, 'Your session ends in less than a minute.'],
    ] as const) {
      act(() => vi.advanceTimersByTime(passed));
      expect(region.textContent).toBe(text);
    }
    expect(region.closest('[data-empty]')).toBeNull();
  });

  it('extends once, keeps the focus, and is busy meanwhile', async () => {
    const { sent, user } = renderScreen(ExpiryWarning, expiring, { extending: true });
    await user.dblClick(getButton('Stay signed in'));
    expect(document.activeElement).toBe(getButton('Extending...'));
    expect(sent).toEqual([{ type: 'session.extend' }]);
  });

  it('offers no extension of an impersonated session [R12.5]', () => {
    const session = { ...appScreenView.session, impersonated: true };
    renderScreen(ExpiryWarning, { ...expiring, session });
    expect(screen.queryByRole('button')).toBeNull();
  });
});

const menuButton = () => getButton('Organization: Acme');
const items = () => screen.getAllByRole('menuitemradio');
const focusedName = () => document.activeElement?.getAttribute('data-name');
const types = (sent: readonly AuthEvent[]) => sent.map(({ type }) => type);
function transition(event: AuthEvent, view: AppView): AppView {
  if (event.type === 'organization.list') return { ...view, listing: true };
  return event.type === 'organization.switch' ? { ...view, switching: true } : view;
}
async function openMenu(view: AppView) {
  const rendered = renderScreen(OrganizationMenu, view, transition);
  await rendered.user.click(menuButton());
  return rendered;
}

describe('OrganizationMenu [R11.13]', () => {
  it('loads the organizations when it opens, shows the current one at once, and announces the others [R1.25]', async () => {
    const { sent, showNext } = await openMenu(appScreenView);
    expect(sent).toEqual([{ type: 'organization.list' }]);
    expect(menuButton().getAttribute('aria-expanded')).toBe('true');
    expect(screen.getByRole('menu').getAttribute('aria-busy')).toBe('true');
    expect(items().map((item) => item.getAttribute('aria-checked'))).toEqual(['true']);
    expect(screen.queryByRole('menuitem', { name: 'Load your other organizations' })).toBeNull();
    const region = await findSettled('Loading your organizations...');
    showNext(() => loadedView);
    expect(items().map((item) => item.textContent)).toEqual([
      'AAcme@acme✓',
      'BBirch@birch',
      'CCedar@cedarInvitationAsks for an authenticator codeAccept',
    ]);
    expect(screen.getByRole('menu').hasAttribute('aria-busy')).toBe(false);
    // The arrival is announced in the same region.
    expect(await findSettled('3 organizations')).toBe(region);
    // One Tab leaves the menu.
    const stops = [screen.getByRole('menu'), ...items(), screen.getByRole('menuitem')];
    expect(stops.map(({ tabIndex }) => tabIndex)).toEqual([-1, -1, -1, -1, -1]);
    showNext((view) => ({ ...view, memberships: [buildDiscoveredOrganization('Acme')] }));
    expect(screen.getByText("You're not in any other organization.")).toBeTruthy();
    showNext((view) => ({ ...view, memberships: null }));
    expect(screen.getByRole('menuitem', { name: 'Load your other organizations' })).toBeTruthy();
  });

  it('refuses an organization that offers no method, and says why', async () => {
    const { sent, user } = await openMenu({ ...loadedView, memberships: [birch, juniper] });
    expect(items().map((each) => each.hasAttribute('aria-disabled'))).toEqual([false, false, true]);
    const item = screen.getByRole('menuitemradio', { name: /Juniper/ });
    expect(item.textContent).toBe('JJuniper@juniperNeeds a method we do not offer');
    await user.keyboard('{End}{ArrowUp}{Enter}');
    await user.click(item);
    expect(document.activeElement).toBe(item);
    expect(types(sent)).toEqual(['organization.list']);
  });

  it('switches once, and is busy meanwhile', async () => {
    const { sent, user } = await openMenu(loadedView);
    await user.click(screen.getByRole('menuitemradio', { name: /Birch/ }));
    expect(screen.queryByRole('menu')).toBeNull();
    const busy = getButton(/^Switching to Birch ?\.\.\.$/);
    expect(document.activeElement).toBe(busy);
    await user.click(busy);
    await user.keyboard('{ArrowDown}');
    expect(sent.slice(1)).toEqual([{ type: 'organization.switch', id: birch.id }]);
  });

  it.each([loadedView, appScreenView])(
    'switches nothing when the current one is chosen',
    async (view) => {
      const { sent, user } = await openMenu(view);
      await user.click(screen.getByRole('menuitemradio', { name: /Acme/ }));
      expect(types(sent)).toEqual(['organization.list']);
      expect(screen.queryByRole('menu')).toBeNull();
    },
  );

  it('opens with ArrowDown only, once, and moves with the arrow keys, End and type-ahead', async () => {
    const { sent, user } = renderScreen(OrganizationMenu, loadedView);
    menuButton().focus();
    await user.keyboard('{ArrowUp}');
    expect(screen.queryByRole('menu')).toBeNull();
    await user.keyboard('{ArrowDown}');
    menuButton().focus();
    await user.keyboard('{ArrowDown}');
    expect(types(sent)).toEqual(['organization.list']);
    items()[0]?.focus();
    for (const [key, name] of [
      ['{ArrowDown}', 'Birch'],
      ['{End}', 'Create organization'],
      ['{ArrowUp}', 'Cedar'],
      ['b', 'Birch'],
    ] as const) {
      await user.keyboard(key);
      expect(focusedName()).toBe(name);
    }
    await user.keyboard('{Enter}');
    expect(sent.at(-1)).toEqual({ type: 'organization.switch', id: birch.id });
    expect(document.activeElement).toBe(menuButton());
  });

  it('closes with Escape, with the focus on its button, and once from outside', async () => {
    const { sent, user } = await openMenu(loadedView);
    await user.keyboard('{Escape}');
    expect([screen.queryByRole('menu'), document.activeElement]).toEqual([null, menuButton()]);
    await user.click(menuButton());
    await user.click(document.body);
    await user.click(document.body);
    await user.click(menuButton());
    act(() => document.body.dispatchEvent(new FocusEvent('focusin', { bubbles: true })));
    expect(screen.queryByRole('menu')).toBeNull();
    expect(types(sent)).toEqual(['organization.list', 'organization.list', 'organization.list']);
  });
});

describe('the filter of the menu [R6.12, R6.16]', () => {
  const longView = { ...appScreenView, memberships: named(10_000) };
  const filter = () => getField('Filter organizations');

  it('is there from eight organizations on, before the list, and counts the current one', async () => {
    const memberships = named(ORGANIZATION_FILTER_FROM - 1);
    const { user, showNext } = await openMenu({ ...loadedView, memberships });
    expect(screen.queryByRole('searchbox')).toBeNull();
    showNext((view) => ({ ...view, memberships: named(ORGANIZATION_FILTER_FROM) }));
    await user.type(filter(), 'team8');
    expect(items().map((item) => item.textContent)).toEqual(['TTeam8@team8']);
    const status = await findSettled('1 organization');
    expect(status.compareDocumentPosition(screen.getByRole('menu')) & 4).toBe(4);
    await user.clear(filter());
    await user.type(filter(), 'acm');
    expect(items().map((item) => item.textContent)).toEqual(['AAcme@acme✓']);
    await findSettled('1 organization');
    await user.type(filter(), 'nothing');
    await findSettled('No matching organizations.');
    await user.keyboard('{Escape}');
    expect([screen.queryByRole('menu'), document.activeElement]).toEqual([null, menuButton()]);
  });

  it('finds what is not among the fifty that are rendered, also by what is typed in the list', async () => {
    const { sent, user } = renderScreen(OrganizationMenu, longView);
    menuButton().focus();
    await user.keyboard('{ArrowDown}');
    expect(items()).toHaveLength(51);
    expect(screen.getByText('Showing 51 of 10,001. Type to filter.')).toBeTruthy();
    expect(focusedName()).toBe('Acme');
    await user.keyboard('team9999');
    expect(document.activeElement).toBe(filter());
    expect(items()).toHaveLength(1);
    await user.keyboard('{Enter}');
    expect([focusedName(), types(sent)]).toEqual(['Team9999', ['organization.list']]);
    await user.keyboard(' ');
    expect(sent.at(-1)).toEqual({ type: 'organization.switch', id: 'organization-team9999' });
  });

  it('leads to the list with Tab and ArrowDown, unless there is nothing', async () => {
    const { user } = await openMenu({ ...longView, canCreate: false });
    await user.type(filter(), 'nothing{ArrowDown}');
    expect(document.activeElement).toBe(filter());
    await user.tab();
    await user.keyboard('{ArrowDown}');
    expect(document.activeElement).toBe(screen.getByRole('menu'));
    await user.clear(filter());
    await user.keyboard('{ArrowDown}');
    expect(focusedName()).toBe('Acme');
  });
});

describe('Create organization [R6.19]', () => {
  const openDialog = async (view: AppView) => {
    const rendered = await openMenu(view);
    await rendered.user.click(screen.getByRole('menuitem', { name: 'Create organization' }));
    return rendered;
  };
  const field = () => getField('Organization name');

  it('asks for the name, says that it needs a new sign-in, and signs out when the person agrees', async () => {
    const { sent, user } = await openDialog(loadedView);
    expect(screen.queryByRole('menu')).toBeNull();
    expect(describedBy(screen.getByRole('dialog', { name: 'Create an organization' }))).toMatch(
      /^This signs you out: you sign in with Google again, and we create the organization\./,
    );
    await user.type(field(), 'Moss Works');
    expect(describedBy(field())).toBe("We'll create it as @moss-works if that name is free.");
    await user.click(getButton('Continue with Google'));
    expect(sent.at(-1)).toEqual({ type: 'organization.create', name: 'Moss Works' });
  });

  it('switches to an organization of the member whose name was typed, and says so before', async () => {
    const { sent, user } = await openDialog(loadedView);
    await user.type(field(), 'birch');
    expect(describedBy(screen.getByRole('dialog'))).toBe(
      '“Continue” switches to Birch, and nothing is created.',
    );
    await findSettled('Birch (@birch) exists already. “Continue” opens it.');
    getButton('Continue');
    await user.keyboard('{Enter}');
    expect(sent.at(-1)).toEqual({ type: 'organization.switch', id: 'organization-birch' });
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('stays when the typed organization of the member offers no method [R11.13]', async () => {
    const { sent, user } = await openDialog({ ...loadedView, memberships: [juniper] });
    await user.type(field(), 'juniper{Enter}');
    expect(describedBy(field())).toBe('Needs a method we do not offer');
    expect(sent.at(-1)).toEqual({ type: 'organization.list' });
  });

  it("refuses the name of the member's own organization when it is used, and not while it is typed", async () => {
    const { sent, user } = await openDialog(appScreenView);
    await user.type(field(), 'Acme');
    expect(screen.queryByRole('alert')).toBeNull();
    await user.click(getButton('Continue with Google'));
    const sentence = 'You are in Acme already. Choose another name.';
    expect(screen.getByRole('alert').textContent).toBe(sentence);
    expect(document.activeElement).toBe(field());
    expect(sent.at(-1)).toEqual({ type: 'organization.list' });
    await user.type(field(), ' Works{Enter}');
    expect(sent.at(-1)).toEqual({ type: 'organization.create', name: 'Acme Works' });
  });

  it('does not end the session without a network, and says so each time', async () => {
    const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    const { sent, user } = await openDialog(loadedView);
    for (const keys of ['Moss{Enter}', ' Works']) {
      await user.type(field(), keys);
      expect(screen.queryByRole('alert') === null).toBe(keys === ' Works');
    }
    await user.keyboard('{Enter}');
    expect(screen.getByRole('alert').textContent).toMatch(/^We could not reach/);
    expect(types(sent)).not.toContain('organization.create');
    onLine.mockReturnValue(true);
    await user.keyboard('{Enter}');
    expect(sent.at(-1)).toEqual({ type: 'organization.create', name: 'Moss Works' });
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('shows at the field why a name cannot be used, changes nothing when it is cancelled', async () => {
    const notice = buildNotice('error', 'That name is too long.', { isAboutInput: true });
    const { sent, user } = await openDialog({ ...loadedView, notice });
    expect(screen.getByRole('alert').textContent).toBe('That name is too long.');
    await user.click(getButton('Cancel'));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(types(sent).slice(1)).toEqual(['notice.dismiss']);
  });

  it('is not offered where the machine refuses it [R6.20, R12.5]', async () => {
    await openMenu({ ...loadedView, canCreate: false });
    expect(screen.queryByRole('menuitem')).toBeNull();
  });
});

function Shell({ view, send }: { view: AppView; send: (event: AuthEvent) => void }) {
  return (
    <MemberShell view={view} send={send} isArrival>
      <main>Policies</main>
    </MemberShell>
  );
}

describe('what the shell tells of a session [R1.19]', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });
  const advance = (ms: number) => act(() => void vi.advanceTimersByTime(ms));
  const toBirch = (view: AppView) => ({
    ...view,
    session: { ...view.session, organization: birch },
  });

  it('is an arrival and a switch, each for five seconds', () => {
    const { showNext } = renderScreen<AppView>(Shell, appScreenView);
    const region = getSentence('Signed in to Acme').closest('[role="status"]');
    advance(4_000);
    showNext(toBirch);
    advance(4_999);
    expect(region?.textContent).toBe('Switched to Birch');
    advance(1);
    expect(region?.textContent).toBe('');
  });

  it('is an impersonation to a support person [R12.2]', () => {
    const session = { ...appScreenView.session, impersonated: true };
    renderScreen<AppView>(Shell, { ...appScreenView, session });
    getSentence('Impersonating a member of Acme');
    expect(screen.queryByText(/^Signed in to/)).toBeNull();
  });

  it('is left to a notice where there is one', () => {
    const notice = buildNotice('success', 'Acme was created.');
    const { showNext } = renderScreen<AppView>(Shell, { ...appScreenView, notice });
    expect(screen.queryByText(/^Signed in to/)).toBeNull();
    showNext(toBirch);
    expect(screen.queryByText(/^Switched to/)).toBeNull();
  });

  it('is an arrival also in a tab that was opened with a session, after that has ended', () => {
    const { actor } = createTestMachine().start(signedInTab(SESSION));
    render(
      <AuthContext value={{ actor }}>
        <SessionGate hadSessionAtStart>
          <main>Policies</main>
        </SessionGate>
      </AuthContext>,
    );
    expect(screen.queryByText(/^Signed in to/)).toBeNull();
    act(() => actor.send({ type: 'session.gone', reason: 'expired' }));
    act(() => actor.send({ type: 'session.found', session: SESSION }));
    expect(screen.getByText(/^Signed in to/)).toBeTruthy();
  });
});

it('a switch that has failed can be tried again by a button that names the organization [R11.13]', async () => {
  const notice = buildNotice('error', 'No luck.', { organizationId: birch.id });
  const { sent, user, showNext } = renderScreen<AppView>(Shell, { ...loadedView, notice });
  await user.click(getButton('Try Birch again'));
  expect(sent).toEqual([{ type: 'organization.switch', id: birch.id }]);
  for (const other of [buildNotice('error', 'No luck.'), null]) {
    showNext((view) => ({ ...view, notice: other }));
    expect(screen.queryByRole('button', { name: /again/ })).toBeNull();
  }
});
