// @vitest-environment happy-dom
import { act, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AuthEvent } from '#machines/auth/auth.types.ts';
import type { AppView } from '#machines/auth/auth.view.types.ts';
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

describe('ReconnectingBanner', () => {
  it('announces in a region that is always rendered [R11.6]', () => {
    const { showNext } = renderScreen<AppView>(ReconnectingBanner, appScreenView);
    const region = screen.getByRole('status');
    expect(region.textContent).toBe('');
    showNext((view) => ({ ...view, reconnecting: true }));
    expect(region.textContent?.trim()).toBe('Reconnecting...');
    showNext((view) => ({ ...view, reconnecting: false }));
    expect(region.textContent).toBe('');
  });
});

describe('AccountMenu [R11.22]', () => {
  const accountButton = () => getButton('Account: Ada');
  const facts = () => {
    const id = screen.getByRole('button', { expanded: true }).getAttribute('aria-controls');
    const panel = document.getElementById(id ?? '');
    return [...(panel?.querySelectorAll('p > *') ?? [])].map((fact) => fact.textContent);
  };

  it('shows the member, the address and the organization, and signs out', async () => {
    const { sent, user } = renderScreen<AppView>(AccountMenu, appScreenView);
    expect(screen.queryByRole('button', { name: 'Sign out' })).toBeNull();
    await user.click(accountButton());
    expect(accountButton().getAttribute('aria-expanded')).toBe('true');
    expect(facts()).toEqual(['Ada', 'ada@acme.example', 'Acme', '@acme']);
    await user.tab();
    expect(document.activeElement).toBe(getButton('Sign out'));
    await user.keyboard('{Enter}');
    expect(sent).toEqual([{ type: 'signOut' }]);
  });

  it('names a member without a name by the address', async () => {
    const session = { ...appScreenView.session, memberName: '' };
    const { user } = renderScreen<AppView>(AccountMenu, { ...appScreenView, session });
    await user.click(getButton('Account: ada@acme.example'));
    expect(screen.getAllByText('ada@acme.example')).toHaveLength(2);
    expect(facts()).toEqual(['ada@acme.example', 'Acme', '@acme']);
  });

  it('shows no address of a member whose address is unknown', async () => {
    const session = { ...appScreenView.session, emailAddress: null };
    const { user } = renderScreen<AppView>(AccountMenu, { ...appScreenView, session });
    await user.click(accountButton());
    expect(facts()).toEqual(['Ada', 'Acme', '@acme']);
  });

  it('closes with Escape, on a click outside and when the focus leaves', async () => {
    const { user } = renderScreen<AppView>(AccountMenu, appScreenView);
    const isOpen = () => screen.queryByRole('button', { name: 'Sign out' }) !== null;
    await user.click(accountButton());
    await user.tab();
    await user.keyboard('{Escape}');
    expect([isOpen(), document.activeElement]).toEqual([false, accountButton()]);
    await user.click(accountButton());
    await user.click(document.body);
    expect(isOpen()).toBe(false);
    await user.click(accountButton());
    act(() => document.body.dispatchEvent(new FocusEvent('focusin', { bubbles: true })));
    expect(isOpen()).toBe(false);
  });
});

describe('ExpiryWarning', () => {
  const NOW = appScreenView.session.expiresAt - 4.5 * 60_000;
  beforeEach(() => {
    vi.useFakeTimers({ now: NOW, toFake: ['Date', 'setInterval', 'clearInterval'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('shows nothing before the session is about to end [R11.11]', () => {
    renderScreen(ExpiryWarning, appScreenView);
    const region = screen.getByRole('status');
    expect(region.textContent).toBe('');
    expect(region.closest('[data-empty="true"]')).not.toBeNull();
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('announces in a region that is always rendered [R11.11]', () => {
    const { showNext } = renderScreen<AppView>(ExpiryWarning, appScreenView);
    const region = screen.getByRole('status');
    showNext((view) => ({ ...view, expiring: true }));
    expect(screen.getByRole('status')).toBe(region);
    expect(region.textContent).toBe('Your session ends in less than 5 minutes.');
    expect(region.closest('[data-empty]')).toBeNull();
  });

  it.each([
    [0, 'Your session ends in less than 5 minutes.'],
    [210_000 - 1, 'Your session ends in less than 5 minutes.'],
    [210_000, 'Your session ends in less than a minute.'],
    [10 * 60_000, 'Your session ends in less than a minute.'],
  ])('counts no minutes aloud, and announces the last one (%i ms later)', (passed, text) => {
    renderScreen(ExpiryWarning, { ...appScreenView, expiring: true });
    act(() => vi.advanceTimersByTime(passed));
    expect(screen.getByText(text).getAttribute('role')).toBe('status');
  });

  it('offers no renewal of an impersonated session [R12.5]', () => {
    const session = { ...appScreenView.session, impersonated: true };
    renderScreen(ExpiryWarning, { ...appScreenView, session, expiring: true });
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('renews once, and keeps the focus', async () => {
    const { sent, user } = renderScreen(
      ExpiryWarning,
      { ...appScreenView, expiring: true },
      { renewing: true },
    );
    await user.dblClick(getButton('Stay signed in'));
    expect(sent).toEqual([{ type: 'session.extend' }]);
    expect(document.activeElement).toBe(getButton('Renewing...'));
  });
});

it('ExpiryWarning is busy while a renewal is held or in progress', async () => {
  const { sent, user } = renderScreen(ExpiryWarning, {
    ...appScreenView,
    expiring: true,
    renewing: true,
  });
  await user.click(getButton('Renewing...'));
  expect(sent).toEqual([]);
});

describe('OrganizationMenu', () => {
  const birch = buildDiscoveredOrganization('Birch');
  const cedar = buildDiscoveredOrganization('Cedar', {
    membership: 'invited',
    follows: 'second_factor',
  });
  const loadedView: AppView = {
    ...appScreenView,
    memberships: [buildDiscoveredOrganization('Acme'), birch, cedar],
  };
  const menuButton = () => getButton('Organization: Acme');
  const items = () => screen.getAllByRole('menuitemradio');
  const focusedText = () => document.activeElement?.textContent ?? '';
  function transition(event: AuthEvent, view: AppView): AppView {
    if (event.type === 'organization.list') return { ...view, listing: true };
    return event.type === 'organization.switch' ? { ...view, switching: true } : view;
  }

  it('loads the organizations when it opens, shows the current one at once, and announces the others [R1.25]', async () => {
    const { sent, user, showNext } = renderScreen(OrganizationMenu, appScreenView, transition);
    expect(menuButton().getAttribute('aria-haspopup')).toBe('menu');
    expect(menuButton().getAttribute('aria-expanded')).toBe('false');
    expect(screen.queryByRole('dialog')).toBeNull();
    await user.click(menuButton());
    expect(sent).toEqual([{ type: 'organization.list' }]);
    expect(screen.getByRole('menu').getAttribute('aria-busy')).toBe('true');
    expect(menuButton().getAttribute('aria-expanded')).toBe('true');
    expect(items().map((item) => item.getAttribute('aria-checked'))).toEqual(['true']);
    const region = await findSettled('Loading your organizations...');
    expect(screen.queryByRole('menuitem', { name: 'Try again' })).toBeNull();
    showNext(() => loadedView);
    expect(items().map((item) => item.textContent)).toEqual([
      'AAcme@acme✓',
      'BBirch@birch',
      'CCedar@cedarInvitationAsks for an authenticator codeAccept',
    ]);
    expect(screen.getByRole('menu').hasAttribute('aria-busy')).toBe(false);
    expect(screen.getByRole('menuitemradio', { name: 'Birch @birch' })).toBeTruthy();
    // The arrival is announced in the same region.
    await findSettled('3 organizations');
    expect(region.isConnected && region.textContent).toBe('3 organizations');
  });

  it('refuses an organization that offers no method, and says why [R11.13]', async () => {
    const juniper = buildDiscoveredOrganization('Juniper', { follows: 'unsupported' });
    const { sent, user } = renderScreen(OrganizationMenu, {
      ...loadedView,
      memberships: [birch, juniper],
    });
    await user.click(menuButton());
    expect(items().map((each) => each.hasAttribute('aria-disabled'))).toEqual([false, false, true]);
    const item = screen.getByRole('menuitemradio', { name: /Juniper/ });
    expect(item.textContent).toBe('JJuniper@juniperNeeds a method we do not offer');
    expect(item.getAttribute('aria-disabled')).toBe('true');
    await user.keyboard('{End}{ArrowUp}{Enter}');
    await user.click(item);
    expect(document.activeElement).toBe(item);
    expect(sent).toEqual([{ type: 'organization.list' }]);
  });

  it('switches once, and is busy meanwhile', async () => {
    const { sent, user } = renderScreen(OrganizationMenu, loadedView, transition);
    await user.click(menuButton());
    await user.click(screen.getByRole('menuitemradio', { name: /Birch/ }));
    expect(sent.at(-1)).toEqual({ type: 'organization.switch', id: birch.id });
    expect(screen.queryByRole('menu')).toBeNull();
    const busy = getButton(/^Switching to Birch ?\.\.\.$/);
    expect(document.activeElement).toBe(busy);
    await user.click(busy);
    await user.keyboard('{ArrowDown}');
    expect(sent.map(({ type }) => type)).toEqual([
      'organization.list',
      'organization.closeMenu',
      'organization.switch',
    ]);
  });

  it.each([
    ['after', loadedView],
    ['before', appScreenView],
  ])(
    'switches nothing when the current one is chosen %s the others are loaded',
    async (_, view) => {
      const { sent, user } = renderScreen(OrganizationMenu, view, transition);
      await user.click(menuButton());
      await user.click(screen.getByRole('menuitemradio', { name: /Acme/ }));
      expect(sent.map(({ type }) => type)).toEqual(['organization.list', 'organization.closeMenu']);
      expect(screen.queryByRole('menu')).toBeNull();
    },
  );

  it('moves with the arrow keys, End and type-ahead', async () => {
    const { sent, user } = renderScreen(OrganizationMenu, loadedView);
    menuButton().focus();
    await user.keyboard('{ArrowDown}');
    expect(focusedText()).toContain('Acme');
    await user.keyboard('{ArrowDown}');
    expect(focusedText()).toContain('Birch');
    await user.keyboard('{End}');
    expect(focusedText()).toContain('Create organization');
    await user.keyboard('{ArrowUp}');
    expect(focusedText()).toContain('Cedar');
    await user.keyboard('b');
    expect(focusedText()).toContain('Birch');
    await user.keyboard('{Enter}');
    expect(sent.at(-1)).toEqual({ type: 'organization.switch', id: birch.id });
    expect(document.activeElement).toBe(menuButton());
  });

  it('opens with ArrowDown once, and with no other arrow key', async () => {
    const { sent, user } = renderScreen(OrganizationMenu, loadedView);
    menuButton().focus();
    await user.keyboard('{ArrowUp}');
    expect(screen.queryByRole('menu')).toBeNull();
    await user.keyboard('{ArrowDown}');
    menuButton().focus();
    await user.keyboard('{ArrowDown}');
    expect(sent).toEqual([{ type: 'organization.list' }]);
  });

  it('is left with one Tab', async () => {
    const { user } = renderScreen(OrganizationMenu, loadedView);
    await user.click(menuButton());
    const stops = [screen.getByRole('menu'), ...items(), screen.getByRole('menuitem')];
    expect(stops.map(({ tabIndex }) => tabIndex)).toEqual([-1, -1, -1, -1, -1]);
  });

  it('closes with Escape and returns the focus to its button', async () => {
    const { user } = renderScreen(OrganizationMenu, loadedView);
    await user.click(menuButton());
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('menu')).toBeNull();
    expect(document.activeElement).toBe(menuButton());
  });

  it('closes on a click outside, which does nothing afterwards', async () => {
    const { sent, user } = renderScreen(OrganizationMenu, loadedView);
    await user.click(menuButton());
    await user.click(document.body);
    expect(screen.queryByRole('menu')).toBeNull();
    await user.click(document.body);
    expect(sent).toEqual([{ type: 'organization.list' }, { type: 'organization.closeMenu' }]);
  });

  it('closes when the focus leaves', async () => {
    const { user } = renderScreen(OrganizationMenu, loadedView);
    await user.click(menuButton());
    act(() => document.body.dispatchEvent(new FocusEvent('focusin', { bubbles: true })));
    expect(screen.queryByRole('menu')).toBeNull();
  });

  it('offers a retry when the organizations could not be loaded', async () => {
    const { sent, user } = renderScreen(OrganizationMenu, appScreenView);
    await user.click(menuButton());
    const name = 'Load your other organizations';
    await user.click(screen.getByRole('menuitem', { name }));
    expect(sent).toEqual([{ type: 'organization.list' }, { type: 'organization.list' }]);
  });

  it('shows that the organizations are loading', async () => {
    const { user } = renderScreen(OrganizationMenu, { ...appScreenView, listing: true });
    await user.click(menuButton());
    expect(screen.getByText(/^Loading/)).toBeTruthy();
  });

  it('shows a held switch, and cancels it when the menu is opened and closed', async () => {
    const { sent, user } = renderScreen(OrganizationMenu, { ...loadedView, switchHeld: true });
    await user.click(getButton(/^Switching to another ?\.\.\.$/));
    await user.keyboard('{Escape}');
    expect(sent).toEqual([{ type: 'organization.list' }, { type: 'organization.closeMenu' }]);
  });

  describe('Create organization [R6.19]', () => {
    const openDialog = async (view: AppView) => {
      const rendered = renderScreen(OrganizationMenu, view);
      await rendered.user.click(menuButton());
      await rendered.user.click(screen.getByRole('menuitem', { name: 'Create organization' }));
      return rendered;
    };

    it('asks for the name, says that it needs a new sign-in, and signs out when the person agrees', async () => {
      const { sent, user } = await openDialog(loadedView);
      expect(screen.queryByRole('menu')).toBeNull();
      const dialog = within(screen.getByRole('dialog', { name: 'Create an organization' }));
      expect(describedBy(screen.getByRole('dialog'))).toBe(
        'This signs you out: you sign in with Google again, and we create the organization. If the name is taken, you join it if you may, or choose another one.',
      );
      const field = dialog.getByRole('textbox', { name: 'Organization name' });
      await user.type(field, 'Moss Works');
      expect(describedBy(field)).toBe("We'll create it as @moss-works if that name is free.");
      await user.click(dialog.getByRole('button', { name: 'Continue with Google' }));
      expect(sent.at(-1)).toEqual({ type: 'organization.create', name: 'Moss Works' });
    });

    it('creates an organization while those of the member are not known', async () => {
      const { sent, user } = await openDialog(appScreenView);
      await user.type(screen.getByRole('textbox', { name: 'Organization name' }), 'Moss{Enter}');
      expect(sent.at(-1)).toEqual({ type: 'organization.create', name: 'Moss' });
    });

    it('switches to an organization of the member whose name was typed', async () => {
      const { sent, user } = await openDialog(loadedView);
      await user.type(screen.getByRole('textbox', { name: 'Organization name' }), 'birch{Enter}');
      expect(sent.at(-1)).toEqual({ type: 'organization.switch', id: 'organization-birch' });
      expect(screen.queryByRole('dialog')).toBeNull();
    });

    it('says that the name is one of the member’s, and promises no new organization [R6.19]', async () => {
      const { user } = await openDialog(loadedView);
      await user.type(screen.getByRole('textbox', { name: 'Organization name' }), 'birch');
      await findSettled('Birch (@birch) exists already. “Continue” opens it.');
    });

    it('stays when the typed organization of the member offers no method [R11.13]', async () => {
      const juniper = buildDiscoveredOrganization('Juniper', { follows: 'unsupported' });
      const { sent, user } = await openDialog({ ...loadedView, memberships: [juniper] });
      const field = screen.getByRole('textbox', { name: 'Organization name' });
      await user.type(field, 'juniper{Enter}');
      expect(describedBy(field)).toBe('Needs a method we do not offer');
      expect(sent.at(-1)).toEqual({ type: 'organization.closeMenu' });
    });

    it("refuses the name of the member's own organization when it is used, and not while it is typed", async () => {
      const { name, id } = appScreenView.session.organization;
      const own = buildDiscoveredOrganization(name, { id });
      const { sent, user } = await openDialog({ ...loadedView, memberships: [own] });
      const field = screen.getByRole('textbox', { name: 'Organization name' });
      await user.type(field, name);
      expect(screen.queryByRole('alert')).toBeNull();
      await user.click(getButton('Continue with Google'));
      const sentence = 'You are in Acme already. Choose another name.';
      expect(screen.getByRole('alert').textContent).toBe(sentence);
      expect(document.activeElement).toBe(field);
      expect(sent.at(-1)).toEqual({ type: 'organization.closeMenu' });
      await user.type(field, ' Works{Enter}');
      expect(sent.at(-1)).toEqual({ type: 'organization.create', name: 'Acme Works' });
    });

    it('says that the name of another organization leads there', async () => {
      const { user } = await openDialog(loadedView);
      await user.type(screen.getByRole('textbox', { name: 'Organization name' }), 'birch');
      expect(describedBy(screen.getByRole('dialog'))).toBe(
        '“Continue” switches to Birch, and nothing is created.',
      );
      getButton('Continue');
    });

    it('does not end the session without a network, and says so each time', async () => {
      const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
      const { sent, user } = await openDialog(loadedView);
      await user.type(screen.getByRole('textbox', { name: 'Organization name' }), 'Moss{Enter}');
      expect(screen.getByRole('alert').textContent).toMatch(/^We could not reach/);
      await user.keyboard(' Works');
      expect(screen.queryByRole('alert')).toBeNull();
      await user.keyboard('{Enter}');
      expect(screen.getByRole('alert').textContent).toMatch(/^We could not reach/);
      expect(sent.map(({ type }) => type)).not.toContain('organization.create');
      onLine.mockReturnValue(true);
      await user.keyboard('{Enter}');
      expect(sent.at(-1)).toEqual({ type: 'organization.create', name: 'Moss Works' });
      expect(screen.queryByRole('alert')).toBeNull();
      onLine.mockRestore();
    });

    it('shows at the field why a name cannot be used, and nowhere else', async () => {
      const notice = buildNotice('error', 'That name is too long.', { isAboutInput: true });
      const { sent, user } = await openDialog({ ...loadedView, notice });
      expect(screen.getByRole('alert').textContent).toBe('That name is too long.');
      await user.click(getButton('Cancel'));
      expect(sent.at(-1)).toEqual({ type: 'notice.dismiss' });
    });

    it('changes nothing when it is cancelled', async () => {
      const { sent, user } = await openDialog(loadedView);
      await user.click(getButton('Cancel'));
      expect(screen.queryByRole('dialog')).toBeNull();
      expect(sent.map(({ type }) => type)).toEqual(['organization.list', 'organization.closeMenu']);
    });

    it('is not offered where the machine refuses it [R6.20, R12.5]', async () => {
      const { user } = renderScreen(OrganizationMenu, { ...loadedView, canCreate: false });
      await user.click(menuButton());
      expect(screen.queryByRole('menuitem')).toBeNull();
    });
  });

  it('has a filter from eight organizations on, as the list has [R6.12]', async () => {
    const named = (count: number) =>
      Array.from({ length: count }, (_, index) => buildDiscoveredOrganization(`Team${index + 1}`));
    const memberships = named(ORGANIZATION_FILTER_FROM - 1);
    const { user, showNext } = renderScreen(OrganizationMenu, { ...loadedView, memberships });
    await user.click(menuButton());
    expect(screen.queryByRole('searchbox')).toBeNull();
    showNext((view) => ({ ...view, memberships: named(ORGANIZATION_FILTER_FROM) }));
    await user.type(getField('Filter organizations'), 'team8');
    expect(items().map((item) => item.textContent)).toEqual(['TTeam8@team8']);
    const status = await findSettled('1 organization');
    expect(status.getAttribute('role')).toBe('status');
    const { DOCUMENT_POSITION_FOLLOWING } = Node;
    const position = status.compareDocumentPosition(screen.getByRole('menu'));
    expect(position & DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
    await user.clear(getField('Filter organizations'));
    await user.type(getField('Filter organizations'), 'acm');
    expect(items().map((item) => item.textContent)).toEqual(['AAcme@acme✓']);
    expect(await findSettled('1 organization')).toBeTruthy();
  });

  describe('with ten thousand organizations [R6.16]', () => {
    const memberships = Array.from({ length: 10_000 }, (_, index) =>
      buildDiscoveredOrganization(`Team${index + 1}`),
    );
    const longView = { ...appScreenView, memberships };

    it('renders the current one and fifty others, and says so', async () => {
      const { user } = renderScreen(OrganizationMenu, longView);
      await user.click(menuButton());
      expect(items()).toHaveLength(51);
      expect(screen.getByText('Showing 51 of 10,001. Type to filter.')).toBeTruthy();
      expect(focusedText()).toContain('Acme');
    });

    it('filters by what is typed in the list, and switches to a match', async () => {
      const { sent, user } = renderScreen(OrganizationMenu, longView);
      menuButton().focus();
      await user.keyboard('{ArrowDown}team9999');
      expect(document.activeElement).toBe(getField('Filter organizations'));
      expect(items()).toHaveLength(1);
      await user.keyboard('{ArrowDown}{Enter}');
      expect(sent.at(-1)).toEqual({ type: 'organization.switch', id: 'organization-team9999' });
    });

    it('is reached from the filter with Tab and with ArrowDown', async () => {
      const { user } = renderScreen(OrganizationMenu, longView);
      await user.click(menuButton());
      await user.click(getField('Filter organizations'));
      await user.tab();
      expect(document.activeElement).toBe(screen.getByRole('menu'));
      await user.keyboard('{ArrowDown}');
      expect(focusedText()).toContain('Acme');
    });

    it('is reached from the filter with Enter, and chooses with Space', async () => {
      const { sent, user } = renderScreen(OrganizationMenu, longView);
      await user.click(menuButton());
      await user.type(getField('Filter organizations'), 'team9999{Enter}');
      expect(focusedText()).toContain('Team9999');
      expect(sent).toEqual([{ type: 'organization.list' }]);
      await user.keyboard(' ');
      expect(sent.at(-1)).toEqual({ type: 'organization.switch', id: 'organization-team9999' });
    });

    it('keeps the focus when there is nothing to move to', async () => {
      const { user } = renderScreen(OrganizationMenu, { ...longView, canCreate: false });
      await user.click(menuButton());
      const field = getField('Filter organizations');
      await user.type(field, 'nothing{ArrowDown}');
      expect(document.activeElement).toBe(field);
      await user.tab();
      await user.keyboard('{ArrowDown}');
      expect(document.activeElement).toBe(screen.getByRole('menu'));
    });

    it('says when nothing matches, and closes with Escape in the filter', async () => {
      const { user } = renderScreen(OrganizationMenu, longView);
      await user.click(menuButton());
      await user.type(getField('Filter organizations'), 'nothing');
      expect(await findSettled('No matching organizations.')).toBeTruthy();
      expect(screen.queryByRole('menuitemradio')).toBeNull();
      await user.keyboard('{Escape}');
      expect(screen.queryByRole('menu')).toBeNull();
      expect(document.activeElement).toBe(menuButton());
    });
  });

  it('shows that there is no other organization', async () => {
    const { user } = renderScreen(OrganizationMenu, {
      ...appScreenView,
      memberships: [buildDiscoveredOrganization('Acme')],
    });
    await user.click(menuButton());
    expect(screen.getByText("You're not in any other organization.")).toBeTruthy();
  });
});

describe('MemberShell', () => {
  const shell = (view: AppView) => (
    <MemberShell view={view} send={() => undefined} isArrival>
      <main>Policies</main>
    </MemberShell>
  );

  it('tells of an arrival once, and keeps no old news in the page [R1.19]', () => {
    vi.useFakeTimers();
    render(shell(appScreenView));
    act(() => void vi.advanceTimersByTime(200));
    const region = screen.getByText(/^Signed in to/).closest('[role="status"]');
    act(() => void vi.advanceTimersByTime(5_000));
    expect(region?.textContent).toBe('');
    vi.useRealTimers();
  });

  it('tells of a switch for five seconds, also right after the arrival [R1.19]', () => {
    vi.useFakeTimers();
    const birch = buildDiscoveredOrganization('Birch');
    const { rerender } = render(shell(appScreenView));
    act(() => void vi.advanceTimersByTime(4_000));
    const session = { ...appScreenView.session, organization: birch };
    rerender(shell({ ...appScreenView, session }));
    act(() => void vi.advanceTimersByTime(4_999));
    const region = getSentence('Switched to Birch').closest('[role="status"]');
    expect(screen.queryByText(/^Signed in to/)).toBeNull();
    act(() => void vi.advanceTimersByTime(1));
    expect(region?.textContent).toBe('');
    vi.useRealTimers();
  });

  it('leaves it to a notice to tell what a sign-in or a switch has led to [R1.19]', () => {
    vi.useFakeTimers();
    const notice = buildNotice('success', 'Acme was created.');
    const { rerender } = render(shell({ ...appScreenView, notice }));
    act(() => void vi.advanceTimersByTime(200));
    expect(screen.queryByText(/^Signed in to/)).toBeNull();
    const session = {
      ...appScreenView.session,
      organization: buildDiscoveredOrganization('Birch'),
    };
    rerender(shell({ ...appScreenView, session, notice: buildNotice('success', 'You joined.') }));
    act(() => void vi.advanceTimersByTime(200));
    expect(screen.queryByText(/^Switched to/)).toBeNull();
    vi.useRealTimers();
  });

  it('tells of the arrival of a support person as an impersonation [R12.2]', () => {
    vi.useFakeTimers();
    render(shell({ ...appScreenView, session: { ...appScreenView.session, impersonated: true } }));
    act(() => void vi.advanceTimersByTime(200));
    getSentence('Impersonating a member of Acme');
    expect(screen.queryByText(/^Signed in to/)).toBeNull();
    vi.useRealTimers();
  });
});

function Shell({ view, send }: { view: AppView; send: (event: AuthEvent) => void }) {
  return (
    <MemberShell view={view} send={send} isArrival={false}>
      <main>Policies</main>
    </MemberShell>
  );
}

describe('a switch that has failed [R11.13]', () => {
  const failed: AppView = {
    ...appScreenView,
    memberships: [buildDiscoveredOrganization('Acme'), buildDiscoveredOrganization('Birch')],
    notice: buildNotice('error', 'No luck.', {
      organizationId: buildDiscoveredOrganization('Birch').id,
    }),
  };
  it('can be tried again by a button that names the organization', async () => {
    const { sent, user } = renderScreen<AppView>(Shell, failed);
    await user.click(getButton('Try Birch again'));
    expect(sent).toEqual([
      { type: 'organization.switch', id: buildDiscoveredOrganization('Birch').id },
    ]);
  });

  it.each([
    ['for another notice', buildNotice('error', 'No luck.')],
    ['without a notice', null],
  ])('offers nothing %s', (_, notice) => {
    renderScreen<AppView>(Shell, { ...failed, notice });
    expect(screen.queryByRole('button', { name: /again/ })).toBeNull();
  });

  it('shows a notice that can be dismissed', async () => {
    const { sent, user } = renderScreen<AppView>(Shell, failed);
    await user.click(getButton('Dismiss'));
    expect(sent).toEqual([{ type: 'notice.dismiss' }]);
  });
});

describe('SessionGate', () => {
  it('tells of a sign-in to a tab that was opened with a session, after that has ended [R1.19]', () => {
    vi.useFakeTimers();
    const { actor } = createTestMachine().start(signedInTab(SESSION));
    render(
      <AuthContext value={{ actor }}>
        <SessionGate hadSessionAtStart>
          <main>Policies</main>
        </SessionGate>
      </AuthContext>,
    );
    const send = (event: AuthEvent) => {
      act(() => actor.send(event));
      act(() => void vi.advanceTimersByTime(200));
    };
    send({ type: 'page.visible' });
    expect(screen.queryByText(/^Signed in to/)).toBeNull();
    send({ type: 'session.gone', reason: 'expired' });
    send({ type: 'session.found', session: SESSION });
    expect(screen.getByText(/^Signed in to/)).toBeTruthy();
    vi.useRealTimers();
  });
});
