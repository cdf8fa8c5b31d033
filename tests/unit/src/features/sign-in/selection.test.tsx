// @vitest-environment happy-dom
import { act, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { SelectionView } from '#machines/auth/auth.view.types.ts';
import { SelectionScreen } from '#src/features/sign-in/screens/selection-screen.tsx';
import { button, field, sentence, stage } from '#tests/unit/support/render.tsx';
import { acme, listed, said, selection } from '#tests/unit/support/view-fixtures.ts';

const newTeam = { id: 'org-new-team', slug: 'new-team', name: 'New Team' };
const typing: SelectionView = { ...selection, mode: 'typing' };

describe('the selection screen', () => {
  it('shows its headings, the masked address and the organizations', () => {
    stage<SelectionView>(SelectionScreen, selection);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Select Your Organization');
    expect(screen.getByRole('heading', { level: 2 }).textContent).toBe('Popular organizations:');
    sentence('Signed in as a***@acme.example — not you?');
    expect(button('Acme @acme').textContent).not.toContain('Asks');
    expect(button('Birch @birch Asks to verify your email')).toBeTruthy();
  });

  it('has groups as soon as there is more than one', () => {
    const organizations = [
      listed('Dune', { membership: 'joinable' }),
      listed('Cedar', { membership: 'invited' }),
      listed('Fjord', { follows: 'second_factor' }),
    ];
    stage<SelectionView>(SelectionScreen, { ...selection, organizations });
    const headings = screen.getAllByRole('heading', { level: 3 }).map((each) => each.textContent);
    expect(headings).toEqual(['Your teams', 'Invitations', 'Teams you can join']);
    expect(button('Fjord @fjord Asks for a second factor')).toBeTruthy();
  });

  it('needs no group heading for teams alone', () => {
    stage<SelectionView>(SelectionScreen, selection);
    expect(screen.queryByRole('heading', { level: 3 })).toBeNull();
  });

  it('chooses an organization, and only that is sent of it', async () => {
    const { sent, user } = stage<SelectionView>(SelectionScreen, selection);
    await user.click(button('Acme @acme'));
    expect(sent).toEqual([{ type: 'organization.choose', organization: acme }]);
  });

  it('chooses from the list while a name is typed, too', async () => {
    const { sent, user } = stage<SelectionView>(SelectionScreen, typing);
    await user.click(button('Acme @acme'));
    expect(sent).toEqual([{ type: 'organization.choose', organization: acme }]);
  });

  it.each(['← Back to login', 'not you?'])('leads back to login by %s', async (name) => {
    const { sent, user } = stage<SelectionView>(SelectionScreen, selection);
    await user.click(button(name));
    expect(sent).toEqual([{ type: 'back' }]);
  });

  it('says nothing of an address it does not know', () => {
    stage<SelectionView>(SelectionScreen, { ...selection, emailAddress: null });
    expect(screen.queryByText(/Signed in as/)).toBeNull();
  });

  it('is busy on the row: one event, the focus stays, the others rest', async () => {
    const { sent, user } = stage<SelectionView>(SelectionScreen, selection, (_, view) => ({
      ...view,
      busy: { organization: acme, doing: 'exchanging' },
    }));
    await user.dblClick(button('Acme @acme'));
    const row = button(/^Acme @acme Signing in…$/);
    expect(row.getAttribute('aria-busy')).toBe('true');
    expect(document.activeElement).toBe(row);
    expect(screen.getAllByRole('status').map((each) => each.textContent)).toContain('Signing in…');
    const other = button(/^Birch/);
    expect([other.disabled, other.getAttribute('aria-disabled')]).toEqual([false, 'true']);
    await user.click(other);
    await user.click(button('+ Enter organization name'));
    await user.click(button('← Back to login'));
    await user.click(button('not you?'));
    expect(sent).toHaveLength(1);
  });

  it('lets the person go back while Google is being opened', async () => {
    const busy = { organization: acme, doing: 'starting' } as const;
    const { sent, user } = stage<SelectionView>(SelectionScreen, { ...selection, busy });
    expect(button('Acme @acme Opening Google…')).toBeTruthy();
    await user.click(button('← Back to login'));
    expect(sent).toEqual([{ type: 'back' }]);
  });

  it('keeps the list and the focus when a choice fails', async () => {
    const { user, showNext } = stage<SelectionView>(SelectionScreen, selection, (_, view) => ({
      ...view,
      busy: { organization: acme, doing: 'exchanging' },
    }));
    await user.click(button('Acme @acme'));
    showNext((view) => ({ ...view, busy: null, notice: said('error', 'No luck.') }));
    expect(screen.getByRole('alert').textContent).toContain('No luck.');
    expect(document.activeElement).toBe(button('Acme @acme'));
  });

  it('says what went wrong with a row at that row, until something else is done', async () => {
    const busy = { organization: acme, doing: 'exchanging' } as const;
    const { showNext } = stage<SelectionView>(SelectionScreen, { ...selection, busy });
    const row = () => button('Acme @acme').closest('li');
    const wrong = said('error', 'No luck.');
    showNext((view) => ({ ...view, busy: null, notice: wrong }));
    expect(row()?.contains(screen.getByRole('alert'))).toBe(true);
    expect(screen.getAllByText('No luck.')).toHaveLength(1);

    showNext((view) => ({ ...view, notice: null }));
    showNext((view) => ({ ...view, notice: said('error', 'Something else.') }));
    expect(row()?.contains(screen.getByRole('alert'))).toBe(false);
  });

  it.each<[string, Partial<SelectionView>]>([
    ['while a name is typed', { mode: 'typing' }],
    ['when the row is not listed', { organizations: [] }],
    ['when it is no error', { notice: said('info', 'No luck.') }],
  ])('says it above the list %s', (_, more) => {
    const busy = { organization: acme, doing: 'exchanging' } as const;
    const { showNext } = stage<SelectionView>(SelectionScreen, { ...selection, busy });
    showNext((view) => ({ ...view, busy: null, notice: said('error', 'No luck.'), ...more }));
    expect(screen.getByText('No luck.').closest('li')).toBeNull();
  });

  it('shows an organization that is busy without being listed', () => {
    const busy = { organization: acme, doing: 'exchanging' } as const;
    stage<SelectionView>(SelectionScreen, { ...selection, organizations: [], busy });
    expect(button('Acme @acme Signing in…')).toBeTruthy();
    expect(screen.queryByText(/You are not in an organization/)).toBeNull();
  });
});

describe('while the organizations are read', () => {
  const discovering = { ...selection, organizations: [], discovering: true };

  it('says so, and offers nothing that would not work', async () => {
    const { sent, user, container } = stage<SelectionView>(SelectionScreen, discovering);
    expect(screen.getByText('Discovering your organizations...').getAttribute('role')).toBe(
      'status',
    );
    expect(screen.queryByText('Popular organizations:')).toBeNull();
    expect(container.querySelectorAll('[aria-hidden="true"] > div')).toHaveLength(3);
    await user.click(button('← Back to login'));
    await user.click(button('+ Enter organization name'));
    expect(sent).toEqual([]);
  });

  it('keeps a list it has', () => {
    stage<SelectionView>(SelectionScreen, { ...selection, discovering: true });
    expect(button('Acme @acme').getAttribute('aria-disabled')).toBe('true');
  });
});

describe('without any organization', () => {
  it('is friendly, and typing is one click away', async () => {
    const { sent, user } = stage<SelectionView>(SelectionScreen, {
      ...selection,
      organizations: [],
    });
    expect(screen.getByText(/You are not in an organization yet/)).toBeTruthy();
    await user.click(button('+ Enter organization name'));
    expect(sent).toEqual([{ type: 'organization.type' }]);
  });
});

describe('typing an organization', () => {
  it('opens a focused field with the placeholder of the spec', async () => {
    const { user } = stage<SelectionView>(SelectionScreen, selection, (_, view) => ({
      ...view,
      mode: 'typing',
    }));
    await user.click(button('+ Enter organization name'));
    const input = field('Organization name');
    expect(input.placeholder).toBe('Enter organization name (will create if new)');
    expect(document.activeElement).toBe(input);
    expect(button('Continue').disabled).toBe(true);
  });

  it.each(['', '   ', '\t'])('sends nothing for a blank name (%j)', async (blank) => {
    const { sent, user } = stage<SelectionView>(SelectionScreen, typing);
    await user.type(field('Organization name'), `${blank}{Enter}`);
    await user.click(button('Continue'));
    expect(sent).toEqual([]);
  });

  it('continues with the button', async () => {
    const { sent, user } = stage<SelectionView>(SelectionScreen, typing);
    await user.type(field('Organization name'), 'New Team');
    sentence('Known as @new-team');
    await user.click(button('Continue'));
    expect(sent).toEqual([{ type: 'organization.submit', name: 'New Team' }]);
  });

  it('continues with Enter, once', async () => {
    const { sent, user } = stage<SelectionView>(SelectionScreen, typing, (_, view) => ({
      ...view,
      mode: 'browsing',
      busy: { organization: newTeam, doing: 'creating' },
    }));
    await user.type(field('Organization name'), 'New Team{Enter}{Enter}');
    expect(sent).toEqual([{ type: 'organization.submit', name: 'New Team' }]);
    expect(button('Creating…').getAttribute('aria-busy')).toBe('true');
    expect(document.activeElement).toBe(field('Organization name'));
    await user.type(field('Organization name'), 'x{Escape}');
    await user.click(button('Cancel'));
    act(() => field('Organization name').form?.requestSubmit());
    expect(field('Organization name').value).toBe('New Team');
    expect(sent).toHaveLength(1);
  });

  it('shows the name that is being created after a reload', () => {
    const busy = { organization: newTeam, doing: 'creating' } as const;
    stage<SelectionView>(SelectionScreen, { ...selection, busy });
    expect(field('Organization name').value).toBe('New Team');
  });

  it('hands a name back that could not be used', () => {
    stage<SelectionView>(SelectionScreen, { ...typing, typedName: 'Old Name' });
    expect(field('Organization name').value).toBe('Old Name');
  });

  it.each(['button', 'key'])('is cancelled by %s, and the focus goes on', async (by) => {
    const { sent, user } = stage<SelectionView>(SelectionScreen, typing, (_, view) => ({
      ...view,
      mode: 'browsing',
    }));
    field('Organization name').focus();
    if (by === 'button') await user.click(button('Cancel'));
    else await user.keyboard('{Escape}');
    expect(sent).toEqual([{ type: 'organization.cancel' }]);
    expect(document.activeElement).toBe(button('+ Enter organization name'));
  });

  it('leads the focus to the row that was chosen by its name', async () => {
    const { user } = stage<SelectionView>(SelectionScreen, typing, (_, view) => ({
      ...view,
      mode: 'browsing',
      busy: { organization: acme, doing: 'exchanging' },
    }));
    await user.type(field('Organization name'), 'Acme{Enter}');
    expect(document.activeElement).toBe(button('Acme @acme Signing in…'));
  });
});
