// @vitest-environment happy-dom
import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AuthEvent } from '#machines/auth/auth.types.ts';
import type { AppView } from '#machines/auth/auth.view.types.ts';
import { ExpiryWarning } from '#src/app/shell/session/expiry-warning.tsx';
import { OrganizationMenu } from '#src/app/shell/session/organization-menu.tsx';
import { ReconnectingBanner } from '#src/app/shell/session/reconnecting-banner.tsx';
import { SignOutButton } from '#src/app/shell/session/sign-out-button.tsx';
import { getButton, renderScreen } from '#tests/unit/support/render.tsx';
import { appView, discoveredOrganization } from '#tests/unit/support/view-fixtures.ts';

describe('the reconnecting banner', () => {
  it('comes and goes in a region that is always there [R11.6]', () => {
    const { showNext } = renderScreen<AppView>(ReconnectingBanner, appView);
    const region = screen.getByRole('status');
    expect(region.textContent).toBe('');
    showNext((view) => ({ ...view, reconnecting: true }));
    expect(region.textContent?.trim()).toBe('Reconnecting…');
    showNext((view) => ({ ...view, reconnecting: false }));
    expect(region.textContent).toBe('');
  });
});

it('signs out', async () => {
  const { sent, user } = renderScreen<AppView>(SignOutButton, appView);
  await user.click(getButton('Sign out'));
  expect(sent).toEqual([{ type: 'signOut' }]);
});

describe('the warning before the end', () => {
  const NOW = appView.session.expiresAt - 4.5 * 60_000;
  beforeEach(() => {
    vi.useFakeTimers({ now: NOW, toFake: ['Date', 'setInterval', 'clearInterval'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('shows only when it is time [R11.11]', () => {
    renderScreen(ExpiryWarning, appView);
    expect(screen.getByRole('status').textContent).toBe('');
    expect(screen.queryByRole('button')).toBeNull();
  });

  it.each([
    [0, 'Your session ends in 5 minutes.'],
    [30_000, 'Your session ends in 4 minutes.'],
    [4 * 60_000, 'Your session ends in 1 minute.'],
    [10 * 60_000, 'Your session ends in 1 minute.'],
  ])('counts the minutes: after %i ms', (passed, text) => {
    renderScreen(ExpiryWarning, { ...appView, expiring: true });
    act(() => vi.advanceTimersByTime(passed));
    expect(screen.getByText(text).getAttribute('role')).toBe('status');
  });

  it('offers no renewal to a support person, whose session ends when it was meant to [R12.5]', () => {
    const session = { ...appView.session, impersonated: true };
    renderScreen(ExpiryWarning, { ...appView, session, expiring: true });
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('renews once, in place', async () => {
    const { sent, user } = renderScreen(
      ExpiryWarning,
      { ...appView, expiring: true },
      (_, view) => ({
        ...view,
        renewing: true,
      }),
    );
    await user.dblClick(getButton('Stay signed in'));
    expect(sent).toEqual([{ type: 'session.extend' }]);
    expect(document.activeElement).toBe(getButton('Renewing…'));
  });
});

it('is busy while a renewal is held or made', async () => {
  const { sent, user } = renderScreen(ExpiryWarning, {
    ...appView,
    expiring: true,
    renewing: true,
  });
  await user.click(getButton('Renewing…'));
  expect(sent).toEqual([]);
});

describe('the organization menu', () => {
  const birch = discoveredOrganization('Birch');
  const cedar = discoveredOrganization('Cedar', { membership: 'invited' });
  const known: AppView = {
    ...appView,
    memberships: [discoveredOrganization('Acme'), birch, cedar],
  };
  const opener = () => getButton('Organization: Acme');
  const items = () => screen.getAllByRole('menuitemradio');
  const focused = () => document.activeElement?.textContent ?? '';
  function machine(event: AuthEvent, view: AppView): AppView {
    if (event.type === 'organization.list') return { ...view, listing: true };
    return event.type === 'organization.switch' ? { ...view, switching: true } : view;
  }

  it('asks for the organizations when it opens, and shows the one it is in at once', async () => {
    const { sent, user, showNext } = renderScreen(OrganizationMenu, appView, machine);
    expect(opener().getAttribute('aria-haspopup')).toBe('menu');
    expect(opener().getAttribute('aria-expanded')).toBe('false');
    await user.click(opener());
    expect(sent).toEqual([{ type: 'organization.list' }]);
    expect(opener().getAttribute('aria-expanded')).toBe('true');
    expect(items().map((item) => item.getAttribute('aria-checked'))).toEqual(['true']);
    expect(screen.getByText('Loading your organizations…')).toBeTruthy();
    expect(screen.queryByRole('menuitem')).toBeNull();
    showNext(() => known);
    expect(items().map((item) => item.textContent)).toEqual([
      'Acme @acme✓',
      'Birch @birch',
      'Cedar @cedar · Invitation',
    ]);
  });

  it('switches, once, and is busy in its place', async () => {
    const { sent, user } = renderScreen(OrganizationMenu, known, machine);
    await user.click(opener());
    await user.click(screen.getByRole('menuitemradio', { name: /Birch/ }));
    expect(sent.at(-1)).toEqual({ type: 'organization.switch', id: birch.id });
    expect(screen.queryByRole('menu')).toBeNull();
    const busy = getButton('Switching…');
    expect(document.activeElement).toBe(busy);
    await user.click(busy);
    await user.keyboard('{ArrowDown}');
    expect(sent.map(({ type }) => type)).toEqual([
      'organization.list',
      'organization.closeMenu',
      'organization.switch',
    ]);
  });

  it('stays where it is when the present one is chosen', async () => {
    const { sent, user } = renderScreen(OrganizationMenu, known, machine);
    await user.click(opener());
    await user.click(screen.getByRole('menuitemradio', { name: /Acme/ }));
    expect(sent.map(({ type }) => type)).toEqual(['organization.list', 'organization.closeMenu']);
    expect(screen.queryByRole('menu')).toBeNull();
  });

  it('is operated by keys', async () => {
    const { sent, user } = renderScreen(OrganizationMenu, known);
    opener().focus();
    await user.keyboard('{ArrowDown}');
    expect(focused()).toContain('Acme');
    await user.keyboard('{ArrowDown}');
    expect(focused()).toContain('Birch');
    await user.keyboard('{End}');
    expect(focused()).toContain('Cedar');
    await user.keyboard('b');
    expect(focused()).toContain('Birch');
    await user.keyboard('{Enter}');
    expect(sent.at(-1)).toEqual({ type: 'organization.switch', id: birch.id });
    expect(document.activeElement).toBe(opener());
  });

  it('closes with Escape, and gives the focus back', async () => {
    const { user } = renderScreen(OrganizationMenu, known);
    await user.click(opener());
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('menu')).toBeNull();
    expect(document.activeElement).toBe(opener());
  });

  it('closes when the person goes elsewhere', async () => {
    const { user } = renderScreen(OrganizationMenu, known);
    await user.click(opener());
    await user.click(document.body);
    expect(screen.queryByRole('menu')).toBeNull();
  });

  it('closes when the focus leaves it', async () => {
    const { user } = renderScreen(OrganizationMenu, known);
    await user.click(opener());
    act(() => document.body.dispatchEvent(new FocusEvent('focusin', { bubbles: true })));
    expect(screen.queryByRole('menu')).toBeNull();
  });

  it('can be asked again when the organizations could not be read', async () => {
    const { sent, user } = renderScreen(OrganizationMenu, appView);
    await user.click(opener());
    expect(screen.getByText('Your other organizations could not be read.')).toBeTruthy();
    await user.click(screen.getByRole('menuitem', { name: 'Try again' }));
    expect(sent).toEqual([{ type: 'organization.list' }, { type: 'organization.list' }]);
  });

  it('shows that a list is held', async () => {
    const { user } = renderScreen(OrganizationMenu, { ...appView, listing: true });
    await user.click(opener());
    expect(screen.getByText(/^Loading/)).toBeTruthy();
  });

  it('shows a held switch, and opens again to cancel it', async () => {
    const { sent, user } = renderScreen(OrganizationMenu, { ...known, switchHeld: true });
    await user.click(getButton('Switching…'));
    await user.keyboard('{Escape}');
    expect(sent).toEqual([{ type: 'organization.list' }, { type: 'organization.closeMenu' }]);
  });

  it('says when there is no other', async () => {
    const { user } = renderScreen(OrganizationMenu, {
      ...appView,
      memberships: [discoveredOrganization('Acme')],
    });
    await user.click(opener());
    expect(screen.getByText('You are in no other organization.')).toBeTruthy();
  });
});
