// @vitest-environment happy-dom
import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { SelectionView } from '#machines/auth/auth.view.types.ts';
import { messages } from '#machines/rules/messages.ts';
import { messagesAfterGoogle } from '#machines/rules/messages-after-google.ts';
import { SelectionScreen } from '#src/features/sign-in/screens/selection-screen.tsx';
import {
  describedBy,
  findSettled,
  getButton,
  getField,
  getSentence,
  renderScreen,
} from '#tests/unit/support/render.tsx';
import {
  acme,
  buildDiscoveredOrganization,
  buildNotice,
  selectionScreenView,
} from '#tests/unit/support/view-fixtures.ts';

const newTeam = { id: 'org-new-team', slug: 'new-team', name: 'New Team' };
const typing: SelectionView = { ...selectionScreenView, mode: 'typing' };
const NO_ORGANIZATION = /^You're not in an organization yet/;

describe('SelectionScreen', () => {
  it('shows its headings, the masked address and the organizations [R6.1, R6.2, R6.10]', () => {
    renderScreen<SelectionView>(SelectionScreen, selectionScreenView);
    expect(screen.queryByText(NO_ORGANIZATION)).toBeNull();
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Select Your Organization');
    expect(screen.getByRole('heading', { level: 2 }).textContent).toBe('Popular organizations:');
    getSentence("You're using a***@acme.example. Use another account");
    expect(getButton('Acme @acme').textContent).not.toContain('Asks');
    expect(getButton('Birch @birch Asks you to verify your email')).toBeTruthy();
  });

  it('shows a heading for each group when there are several [R6.11]', () => {
    const organizations = [
      buildDiscoveredOrganization('Dune', { membership: 'joinable' }),
      buildDiscoveredOrganization('Cedar', { membership: 'invited' }),
      buildDiscoveredOrganization('Fjord', { follows: 'second_factor' }),
    ];
    renderScreen<SelectionView>(SelectionScreen, { ...selectionScreenView, organizations });
    const headings = screen.getAllByRole('heading', { level: 3 }).map((each) => each.textContent);
    expect(headings).toEqual(['Your organizations', 'Invitations', 'Organizations you can join']);
    expect(getButton('Fjord @fjord Asks for an authenticator code')).toBeTruthy();
  });

  it('says what choosing an organization does that the person is not in [R6.22]', () => {
    const organizations = [
      buildDiscoveredOrganization('Acme'),
      buildDiscoveredOrganization('Cedar', { membership: 'invited' }),
      buildDiscoveredOrganization('Dune', { membership: 'joinable', follows: 'verification' }),
    ];
    const { showNext } = renderScreen<SelectionView>(SelectionScreen, {
      ...selectionScreenView,
      organizations,
    });
    expect(getButton('Acme @acme')).toBeTruthy();
    expect(getButton('Cedar @cedar Accept')).toBeTruthy();
    expect(getButton('Dune @dune Asks you to verify your email Join')).toBeTruthy();
    const [, cedar = acme] = organizations;
    showNext((view) => ({ ...view, busy: { organization: cedar, doing: 'exchanging' } }));
    expect(getButton('Cedar @cedar Signing in...')).toBeTruthy();
  });

  it('announces that an organization is being created, also to a person without any [R1.25]', () => {
    const { showNext } = renderScreen<SelectionView>(SelectionScreen, {
      ...typing,
      organizations: [],
    });
    const regions = screen.getAllByRole('status');
    showNext((view) => ({ ...view, busy: { organization: newTeam, doing: 'creating' } }));
    expect(regions.map((status) => status.textContent)).toContain('Creating...');
  });

  it('shows the heading of invitations also when there is no other group [R6.11]', () => {
    renderScreen<SelectionView>(SelectionScreen, {
      ...selectionScreenView,
      organizations: [buildDiscoveredOrganization('Cedar', { membership: 'invited' })],
    });
    expect(screen.getByRole('heading', { level: 3 }).textContent).toBe('Invitations');
  });

  it('shows no group heading when there are only own teams', () => {
    renderScreen<SelectionView>(SelectionScreen, selectionScreenView);
    expect(screen.queryByRole('heading', { level: 3 })).toBeNull();
  });

  it('sends only the id, slug and name of the chosen organization', async () => {
    const { sent, user } = renderScreen<SelectionView>(SelectionScreen, selectionScreenView);
    await user.click(getButton('Acme @acme'));
    expect(sent).toEqual([{ type: 'organization.choose', organization: acme }]);
  });

  it('chooses from the list while the name field is open', async () => {
    const { sent, user } = renderScreen<SelectionView>(SelectionScreen, typing);
    await user.click(getButton('Acme @acme'));
    expect(sent).toEqual([{ type: 'organization.choose', organization: acme }]);
  });

  it.each([
    ['← Back to login', 'back'],
    ['Use another account', 'google.chooseAccount'],
  ])('leaves the list by %s [R6.6, R6.10]', async (name, type) => {
    const { sent, user } = renderScreen<SelectionView>(SelectionScreen, selectionScreenView);
    await user.click(getButton(name));
    expect(sent).toEqual([{ type }]);
  });

  it('shows no address when it is unknown', () => {
    renderScreen<SelectionView>(SelectionScreen, { ...selectionScreenView, emailAddress: null });
    expect(screen.queryByText(/You're using/)).toBeNull();
  });

  it('marks the chosen row as busy, keeps its focus and can only be left [R1.12, R6.13, R6.23]', async () => {
    const { sent, user } = renderScreen<SelectionView>(SelectionScreen, selectionScreenView, {
      busy: { organization: acme, doing: 'exchanging' },
    });
    await user.dblClick(getButton('Acme @acme'));
    const row = getButton(/^Acme @acme Signing in...$/);
    expect(row.getAttribute('aria-busy')).toBe('true');
    expect(document.activeElement).toBe(row);
    expect(screen.getAllByRole('status').map((each) => each.textContent)).toContain(
      'Signing in...',
    );
    const other = getButton(/^Birch/);
    expect([other.disabled, other.getAttribute('aria-disabled')]).toEqual([false, 'true']);
    await user.click(other);
    await user.click(getButton('+ Enter organization name'));
    expect(sent).toHaveLength(1);
    await user.click(getButton('Use another account'));
    await user.click(getButton('← Back to login'));
    expect(sent.slice(1)).toEqual([{ type: 'back' }]);
  });

  it('shows on a busy row what happens in place of what follows [R6.13]', () => {
    const [, birch = acme] = selectionScreenView.organizations;
    const busy = { organization: birch, doing: 'exchanging' } as const;
    renderScreen<SelectionView>(SelectionScreen, { ...selectionScreenView, busy });
    expect(getButton('Birch @birch Signing in...')).toBeTruthy();
  });

  it('leaves the focus on another control when a row becomes busy [R1.11]', () => {
    const { showNext } = renderScreen<SelectionView>(SelectionScreen, selectionScreenView);
    getButton('← Back to login').focus();
    showNext((view) => ({ ...view, busy: { organization: acme, doing: 'exchanging' } }));
    expect(document.activeElement).toBe(getButton('← Back to login'));
  });

  it('allows leaving while Google is being opened [R6.10]', async () => {
    const busy = { organization: acme, doing: 'starting' } as const;
    const { sent, user } = renderScreen<SelectionView>(SelectionScreen, {
      ...selectionScreenView,
      busy,
    });
    expect(getButton('Acme @acme Opening Google...')).toBeTruthy();
    await user.click(getButton('Use another account'));
    await user.click(getButton('← Back to login'));
    expect(sent).toEqual([{ type: 'google.chooseAccount' }, { type: 'back' }]);
  });

  it('keeps the list and the focus when the choice fails', async () => {
    const { user, showNext } = renderScreen<SelectionView>(SelectionScreen, selectionScreenView, {
      busy: { organization: acme, doing: 'exchanging' },
    });
    await user.click(getButton('Acme @acme'));
    showNext((view) => ({ ...view, busy: null, notice: buildNotice('error', 'No luck.') }));
    expect(screen.getByRole('alert').textContent).toContain('No luck.');
    expect(document.activeElement).toBe(getButton('Acme @acme'));
  });

  it('shows an error at the row of the organization that it is about [R6.13]', () => {
    const notice = buildNotice('error', 'No luck.');
    const failed = { ...selectionScreenView, notice, failedOrganizationId: acme.id };
    renderScreen<SelectionView>(SelectionScreen, failed);
    const row = getButton('Acme @acme').closest('li');
    expect(row?.contains(screen.getByRole('alert'))).toBe(true);
    expect(screen.getAllByText('No luck.')).toHaveLength(1);
    expect(describedBy(getButton('Acme @acme'))).toBe('No luck.');
    expect(getButton(/^Birch/).getAttribute('aria-describedby')).toBeNull();
  });

  const inRow = (name: string) => {
    const row = getButton('Acme @acme').closest('li');
    return within(row ?? document.body).queryByRole('button', { name });
  };

  it('offers at the row that has failed to try again, and no other account, which would not help [R6.13]', async () => {
    const notice = buildNotice('error', messages.tookTooLong);
    const failed = { ...selectionScreenView, notice, failedOrganizationId: acme.id };
    const { sent, user, showNext } = renderScreen<SelectionView>(SelectionScreen, failed);
    await user.click(getButton('Try again'));
    expect(sent).toEqual([{ type: 'organization.choose', organization: acme }]);
    expect(inRow('Use another account')).toBeNull();
    showNext((view) => ({ ...view, failedOrganizationId: 'organization-birch' }));
    await user.click(getButton('Try again'));
    expect(sent.at(-1)).toMatchObject({ organization: { id: 'organization-birch' } });
    const dismiss = within(getButton(/^Birch/).closest('li') ?? document.body);
    await user.click(dismiss.getByRole('button', { name: 'Dismiss' }));
    showNext((view) => ({ ...view, notice: null, failedOrganizationId: null }));
    expect(document.activeElement).toBe(getButton(/^Birch/));
  });

  it('offers another account at the row of an organization that refuses this one [R6.13]', async () => {
    const notice = buildNotice('error', 'Not you.', { remedy: 'account' });
    const failed = { ...selectionScreenView, notice, failedOrganizationId: acme.id };
    const { sent, user } = renderScreen<SelectionView>(SelectionScreen, failed);
    const useAnother = inRow('Use another account');
    expect(useAnother?.className).toMatch(/primary/);
    expect(inRow('Try again')).toBeNull();
    if (useAnother !== null) await user.click(useAnother);
    expect(sent).toEqual([{ type: 'google.chooseAccount' }]);
  });

  it('says, also to screen readers, when a choice takes longer than usual [R1.25]', () => {
    vi.useFakeTimers();
    const busy = { organization: acme, doing: 'exchanging' } as const;
    const { showNext } = renderScreen<SelectionView>(SelectionScreen, {
      ...selectionScreenView,
      busy,
    });
    const region = screen
      .getAllByRole('status')
      .find((each) => each.textContent === 'Signing in...');
    act(() => void vi.advanceTimersByTime(4_900));
    expect(region?.textContent).toBe('Signing in...');
    act(() => void vi.advanceTimersByTime(200));
    const slow = 'Signing in... This takes longer than usual.';
    expect(region?.textContent).toBe(slow);
    expect(getButton(`Acme @acme ${slow}`)).toBeTruthy();
    showNext((view) => ({ ...view, busy: null }));
    showNext((view) => ({ ...view, busy }));
    expect(region?.textContent).toBe('Signing in...');
    vi.useRealTimers();
  });

  it('shows an error about no row above the list', () => {
    const notice = buildNotice('error', 'No luck.');
    renderScreen<SelectionView>(SelectionScreen, { ...selectionScreenView, notice });
    expect(screen.getByText('No luck.').closest('li')).toBeNull();
  });

  it.each([
    ['without a list', []],
    ['beside others', [buildDiscoveredOrganization('Cedar')]],
  ])('shows a busy organization that is not in the list, %s [R6.13]', (_, organizations) => {
    const busy = { organization: acme, doing: 'exchanging' } as const;
    renderScreen<SelectionView>(SelectionScreen, { ...selectionScreenView, organizations, busy });
    expect(getButton('Acme @acme Signing in...')).toBeTruthy();
    expect(screen.queryByText(NO_ORGANIZATION)).toBeNull();
  });
});

describe('while organizations are being discovered', () => {
  const discovering = { ...selectionScreenView, organizations: [], discovering: true };
  const PLACEHOLDER = '[aria-hidden="true"] > div';

  it('shows that it is discovering, and can only be left [R6.3, R6.23]', async () => {
    const { sent, user, container } = renderScreen<SelectionView>(SelectionScreen, discovering);
    getSentence('Discovering your organizations...');
    expect(screen.queryByText('Popular organizations:')).toBeNull();
    expect(screen.queryByText(NO_ORGANIZATION)).toBeNull();
    expect(container.querySelectorAll(PLACEHOLDER)).toHaveLength(3);
    await user.click(getButton('+ Enter organization name'));
    await user.click(getButton('Use another account'));
    await user.click(getButton('← Back to login'));
    expect(sent).toEqual([{ type: 'back' }]);
  });

  it('announces that the list is there, in a region that was there before [R1.25]', async () => {
    const { showNext } = renderScreen<SelectionView>(SelectionScreen, discovering);
    const regions = screen.getAllByRole('status');
    await waitFor(() =>
      expect(regions.map(({ textContent }) => textContent)).toContain(
        'Discovering your organizations...',
      ),
    );
    const { organizations } = selectionScreenView;
    showNext((view) => ({ ...view, organizations, discovering: false }));
    expect(regions).toContain(await screen.findByText('2 organizations'));
    showNext((view) => ({ ...view, busy: { organization: acme, doing: 'exchanging' } }));
    expect(regions.map(({ textContent }) => textContent)).not.toContain('2 organizations');
  });

  it.each([
    ['is still read', { discovering: true }],
    ['is empty', { organizations: [] }],
    ['has come with a notice', { notice: buildNotice('info', 'Hm.') }],
  ])('does not announce a list that %s [R1.25]', (_, overrides) => {
    vi.useFakeTimers();
    renderScreen<SelectionView>(SelectionScreen, { ...selectionScreenView, ...overrides });
    act(() => void vi.advanceTimersByTime(1_000));
    expect(screen.queryByText(/^\d organizations?$/)).toBeNull();
    vi.useRealTimers();
  });

  it('ignores its last control where the machine does [R6.23]', async () => {
    const { sent, user } = renderScreen<SelectionView>(SelectionScreen, {
      ...discovering,
      canLeave: false,
    });
    await user.click(getButton('← Back to login'));
    expect(sent).toEqual([]);
  });

  it('keeps the list that is already known, without a placeholder', () => {
    const view = { ...selectionScreenView, discovering: true };
    const { container } = renderScreen<SelectionView>(SelectionScreen, view);
    expect(getButton('Acme @acme').getAttribute('aria-disabled')).toBe('true');
    expect(container.querySelector(PLACEHOLDER)).toBeNull();
  });
});

describe('without an organization', () => {
  it('invites the person to type a name [R6.15]', async () => {
    const { sent, user } = renderScreen<SelectionView>(SelectionScreen, {
      ...selectionScreenView,
      organizations: [],
    });
    expect(screen.getByText(NO_ORGANIZATION)).toBeTruthy();
    expect(screen.queryByRole('heading', { name: 'Popular organizations:' })).toBeNull();
    expect(screen.queryByRole('button', { name: /^Create/ })).toBeNull();
    await user.click(getButton('+ Enter organization name'));
    expect(sent).toEqual([{ type: 'organization.type' }]);
  });
});

describe('where the project forbids to create organizations [R6.20]', () => {
  const closed = { ...selectionScreenView, canCreate: false };

  it('offers no field for a name', () => {
    renderScreen<SelectionView>(SelectionScreen, closed);
    expect(screen.queryByRole('button', { name: '+ Enter organization name' })).toBeNull();
  });

  it('tells a person without an organization what they can do, also when it is known late', async () => {
    const { showNext } = renderScreen<SelectionView>(SelectionScreen, {
      ...selectionScreenView,
      organizations: [],
      mode: 'typing',
    });
    const regions = screen.getAllByRole('status');
    const heard = () => regions.map(({ textContent }) => textContent);
    const paragraph = screen.getByText(NO_ORGANIZATION);
    await waitFor(() => expect(heard()).toContainEqual(expect.stringMatching(NO_ORGANIZATION)));
    showNext(() => ({ ...closed, organizations: [] }));
    const sentence =
      "You're not in an organization yet. Ask an administrator for an invitation, or use another account.";
    expect(paragraph.textContent).toBe(sentence);
    await waitFor(() => expect(heard()).toContain(sentence));
    expect(screen.queryByRole('textbox')).toBeNull();
    getButton('Use another account');
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
  });

  it('says so at a field that was open before the settings were known, but for a listed name', async () => {
    const { user } = renderScreen<SelectionView>(SelectionScreen, { ...closed, mode: 'typing' });
    const input = getField('Organization name');
    expect(describedBy(input)).toBe(messages.organizationCreationDisabled);
    await user.type(input, 'New Team');
    expect(describedBy(input)).toBe(messages.organizationCreationDisabled);
    await user.clear(input);
    await user.type(input, 'Birch');
    expect(describedBy(input)).toBe('Birch (@birch) exists already. “Continue” opens it.');
  });

  it('moves the focus to the heading when that field is cancelled [R1.11]', async () => {
    const { user } = renderScreen<SelectionView>(
      SelectionScreen,
      { ...closed, mode: 'typing' },
      { mode: 'browsing' },
    );
    await user.click(getButton('Cancel'));
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
  });
});

describe('typing a name', () => {
  it('opens a focused field with its placeholder [R6.4]', async () => {
    const { user } = renderScreen<SelectionView>(SelectionScreen, selectionScreenView, {
      mode: 'typing',
    });
    await user.click(getButton('+ Enter organization name'));
    const input = getField('Organization name');
    expect(input.placeholder).toBe('Enter organization name (will create if new)');
    expect(document.activeElement).toBe(input);
    // A browser would underline a name.
    expect(input.getAttribute('spellcheck')).toBe('false');
    expect(getButton('Continue').disabled).toBe(true);
  });

  it.each(['', '   ', '\t'])('sends nothing for a blank name (%j) [R6.5]', async (blank) => {
    const { sent, user } = renderScreen<SelectionView>(SelectionScreen, typing);
    await user.type(getField('Organization name'), `${blank}{Enter}`);
    await user.click(getButton('Continue'));
    expect(sent).toEqual([]);
  });

  it('says at the blank field what Enter needs, until it is edited [R6.5, R15.12]', async () => {
    const { user } = renderScreen<SelectionView>(SelectionScreen, typing);
    const input = getField('Organization name');
    await user.type(input, ' {Enter}');
    expect(screen.getByRole('alert').textContent).toBe('Please enter a name.');
    expect(describedBy(input)).toBe('Please enter a name.');
    expect(input.getAttribute('aria-invalid')).toBe('true');
    await user.type(input, 'N');
    expect(input.getAttribute('aria-invalid')).toBeNull();
    await user.type(input, '{Enter}');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('continues with the button', async () => {
    const { sent, user } = renderScreen<SelectionView>(SelectionScreen, typing);
    await user.type(getField('Organization name'), 'New Team');
    await user.click(getButton('Continue'));
    expect(sent).toEqual([{ type: 'organization.submit', name: 'New Team' }]);
  });

  it.each([
    ['', 'A new name creates an organization.'],
    ['Zoë & Co', "We'll create it as @zoe-co if that name is free."],
    ['日本語', 'A new name creates an organization.'],
    ['  BIRCH ', 'Birch (@birch) exists already. “Continue” opens it.'],
  ])('says what "Continue" does with %j [R6.18]', async (name, sentence) => {
    renderScreen<SelectionView>(SelectionScreen, { ...typing, typedName: name });
    expect(describedBy(getField('Organization name'))).toBe(sentence);
  });

  it('announces what "Continue" does when the name has stayed the same for a moment [R6.18, R1.23]', async () => {
    const { user } = renderScreen<SelectionView>(SelectionScreen, typing);
    await user.type(getField('Organization name'), 'birch');
    expect(screen.getByText(/exists already/).closest('[role="status"]')).toBeNull();
    await findSettled('Birch (@birch) exists already. “Continue” opens it.');
  });

  it('says that the listed organization of the name accepts no method offered here [R6.18, R6.22]', () => {
    renderScreen<SelectionView>(SelectionScreen, {
      ...typing,
      organizations: [buildDiscoveredOrganization('Cedar', { follows: 'unsupported' })],
      typedName: 'Cedar',
    });
    expect(describedBy(getField('Organization name'))).toBe('Needs a method we do not offer');
  });

  it('shows the slug as the addresses of the project need it [R6.18]', () => {
    const slugPattern = 'https://{{slug}}.app.example';
    renderScreen<SelectionView>(SelectionScreen, { ...typing, typedName: 'A.B', slugPattern });
    getSentence("We'll create it as @a-b if that name is free.");
  });

  it('explains at the field why a name cannot be used, until it is edited [R7.12, R15.12]', async () => {
    const text = messagesAfterGoogle.organizationNameTaken;
    const taken: SelectionView = {
      ...typing,
      typedName: 'Acme Inc',
      notice: buildNotice('error', text, { isAboutInput: true }),
    };
    const { user, showNext } = renderScreen<SelectionView>(SelectionScreen, taken);
    const input = getField('Organization name');
    expect(screen.getByRole('alert').textContent).toBe(text);
    expect(describedBy(input)).toBe(text);
    expect(input.getAttribute('aria-invalid')).toBe('true');
    await user.type(input, '2');
    expect(describedBy(input)).toBe("We'll create it as @acme-inc2 if that name is free.");
    expect(input.getAttribute('aria-invalid')).toBeNull();
    showNext((view) => ({ ...view, notice: buildNotice('error', text, { isAboutInput: true }) }));
    expect(describedBy(input)).toBe(text);
  });

  it.each([
    ['the main action of an empty list', { organizations: [] }, /primary/],
    ['no main action beside a list', {}, /secondary/],
    [
      'no main action while the list is read',
      { organizations: [], discovering: true },
      /secondary/,
    ],
  ] as const)('is %s', (_, change, kind) => {
    renderScreen<SelectionView>(SelectionScreen, { ...selectionScreenView, ...change });
    expect(getButton('+ Enter organization name').className).toMatch(kind);
  });

  it('focuses the field when its name is refused, so that it can be changed [R7.12]', async () => {
    const text = messagesAfterGoogle.organizationNameTaken;
    const { user, showNext } = renderScreen<SelectionView>(SelectionScreen, typing);
    await user.type(getField('Organization name'), 'Acme Inc');
    await user.click(getButton('Continue'));
    expect(document.activeElement).toBe(getButton('Continue'));
    showNext((view) => ({ ...view, notice: buildNotice('error', text, { isAboutInput: true }) }));
    expect(document.activeElement).toBe(getField('Organization name'));
  });

  it('warns before the sign-in pauses, and continues with Google [R6.17]', async () => {
    const { sent, user, showNext } = renderScreen<SelectionView>(SelectionScreen, {
      ...selectionScreenView,
      expiring: true,
    });
    await user.click(getButton('Continue with Google'));
    expect(sent).toEqual([{ type: 'google.start' }]);
    showNext((view) => ({ ...view, busy: { organization: null, doing: 'starting' } }));
    expect(getButton('Starting...').getAttribute('aria-busy')).toBe('true');
    await user.click(getButton('Acme @acme'));
    await user.click(getButton('+ Enter organization name'));
    expect(sent).toHaveLength(1);
  });

  it('continues with Enter, once [R6.5]', async () => {
    const { sent, user } = renderScreen<SelectionView>(SelectionScreen, typing, {
      mode: 'browsing',
      busy: { organization: newTeam, doing: 'creating' },
    });
    await user.type(getField('Organization name'), 'New Team{Enter}{Enter}');
    expect(sent).toEqual([{ type: 'organization.submit', name: 'New Team' }]);
    expect(getButton('Creating...').getAttribute('aria-busy')).toBe('true');
    expect(document.activeElement).toBe(getField('Organization name'));
    await user.type(getField('Organization name'), 'x');
    act(() => getField('Organization name').form?.requestSubmit());
    expect(getField('Organization name').value).toBe('New Team');
    expect(sent).toHaveLength(1);
  });

  it.each([
    ['creating', 2, null],
    ['starting', 0, 'true'],
  ] as const)(
    'can be cancelled while it is %s: %d times [R6.23]',
    async (doing, times, disabled) => {
      const busy = { organization: newTeam, doing };
      const { sent, user } = renderScreen<SelectionView>(SelectionScreen, {
        ...selectionScreenView,
        busy,
      });
      expect(getButton('Cancel').getAttribute('aria-disabled')).toBe(disabled);
      await user.type(getField('Organization name'), '{Escape}');
      await user.click(getButton('Cancel'));
      expect(sent).toEqual(Array(times).fill({ type: 'organization.cancel' }));
    },
  );

  it('shows the name of the organization that is being created', () => {
    const busy = { organization: newTeam, doing: 'creating' } as const;
    renderScreen<SelectionView>(SelectionScreen, { ...selectionScreenView, busy });
    expect(getField('Organization name').value).toBe('New Team');
  });

  it('restores a name that could not be used', () => {
    renderScreen<SelectionView>(SelectionScreen, { ...typing, typedName: 'Old Name' });
    expect(getField('Organization name').value).toBe('Old Name');
  });

  it.each(['button', 'key'])(
    'is cancelled by %s, and moves the focus to the button',
    async (by) => {
      const { sent, user } = renderScreen<SelectionView>(SelectionScreen, typing, {
        mode: 'browsing',
      });
      getField('Organization name').focus();
      if (by === 'button') await user.click(getButton('Cancel'));
      else await user.keyboard('{Escape}');
      expect(sent).toEqual([{ type: 'organization.cancel' }]);
      expect(document.activeElement).toBe(getButton('+ Enter organization name'));
    },
  );

  it('keeps a half-typed name while the field is closed [R6.4]', async () => {
    const { user, showNext } = renderScreen<SelectionView>(SelectionScreen, typing);
    await user.type(getField('Organization name'), 'Half typ');
    showNext((view) => ({ ...view, mode: 'browsing' }));
    expect(screen.queryByRole('textbox')).toBeNull();
    showNext((view) => ({ ...view, mode: 'typing' }));
    expect(getField('Organization name').value).toBe('Half typ');
  });

  it('moves the focus to the listed row that the name chose', async () => {
    const { user } = renderScreen<SelectionView>(SelectionScreen, typing, {
      mode: 'browsing',
      busy: { organization: acme, doing: 'exchanging' },
    });
    await user.type(getField('Organization name'), 'Acme{Enter}');
    expect(document.activeElement).toBe(getButton('Acme @acme Signing in...'));
  });
});
