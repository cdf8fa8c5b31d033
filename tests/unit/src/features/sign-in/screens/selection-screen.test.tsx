// @vitest-environment happy-dom
import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { SelectionView } from '#machines/auth/auth.view.ts';
import { sentenceOf } from '#src/features/sign-in/notices.ts';
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
const exchanging = { busy: { organization: acme, doing: 'exchanging' } } as const;
const creating = { busy: { organization: newTeam, doing: 'creating' } } as const;
const typing = { mode: 'typing' } as const;
const discovering = { organizations: [], discovering: true };
const NO_ORGANIZATION = /^You're not in an organization yet/;

const show = (changes: Partial<SelectionView> = {}, afterEvent: Partial<SelectionView> = {}) =>
  renderScreen<SelectionView>(SelectionScreen, { ...selectionScreenView, ...changes }, afterEvent);
const nameField = () => getField('Organization name');
const regions = () => screen.getAllByRole('status');
const rowOf = (name: RegExp) => within(getButton(name).closest('li') ?? document.body);

describe('the list', () => {
  it('has headings, the masked address and the organizations, without a group of its own [R6.1, R6.2, R6.10]', () => {
    const { showNext } = show();
    const headings = screen.getAllByRole('heading').map(({ textContent }) => textContent);
    expect(headings).toEqual(['Select Your Organization', 'Popular organizations:']);
    getSentence("You're using a***@acme.example. Use another account");
    showNext((view) => ({ ...view, emailAddress: null }));
    expect(screen.queryByText(/You're using/)).toBeNull();
  });

  it('says what each row leads to, in the list of its group [R6.11, R6.22]', () => {
    const organizations = [
      buildDiscoveredOrganization('Dune', { membership: 'joinable', follows: 'verification' }),
      buildDiscoveredOrganization('Cedar', { membership: 'invited' }),
      buildDiscoveredOrganization('Juniper', { follows: 'unsupported' }),
    ];
    const { showNext } = show({ organizations });
    const rowsOf = (group: string) => screen.getByRole('list', { name: group }).textContent;
    expect(rowsOf('Your organizations')).toContain('Juniper');
    expect(rowsOf('Invitations')).toContain('Cedar');
    expect(rowsOf('Organizations you can join')).toContain('Dune');
    // The menu of the header has the same list, above every heading of the page.
    expect(screen.queryByRole('heading', { level: 3 })).toBeNull();
    expect(
      getButton('Juniper @juniper Needs a sign-in method that is not available here'),
    ).toBeTruthy();
    expect(getButton('Cedar @cedar Accept')).toBeTruthy();
    expect(getButton('Dune @dune Asks you to verify your email Join')).toBeTruthy();
    const [dune = acme] = organizations;
    showNext((view) => ({ ...view, busy: { organization: dune, doing: 'exchanging' } }));
    expect(getButton('Dune @dune Signing in...')).toBeTruthy();
    showNext((view) => ({ ...view, organizations: organizations.slice(1, 2) }));
    expect(rowsOf('Invitations')).toContain('Cedar');
  });

  it('marks the chosen row as busy, keeps its focus and can only be left [R1.12, R6.13, R6.23]', async () => {
    const { sent, user, showNext } = show({}, exchanging);
    await user.dblClick(getButton('Acme @acme'));
    expect(sent).toEqual([{ type: 'organization.choose', organization: acme }]);
    const row = getButton('Acme @acme Signing in...');
    expect(row.getAttribute('aria-busy')).toBe('true');
    expect(document.activeElement).toBe(row);
    expect(regions().map(({ textContent }) => textContent)).toContain('Signing in...');
    for (const name of [/^Birch/, '+ Enter organization name', 'Use another account']) {
      expect(getButton(name).disabled).toBe(false);
      await user.click(getButton(name));
    }
    await user.click(getButton('← Back to login'));
    expect(sent.slice(1)).toEqual([{ type: 'back' }]);
    showNext((view) => ({ ...view, busy: { organization: acme, doing: 'starting' } }));
    expect(getButton('Acme @acme Opening sign-in...')).toBeTruthy();
  });

  it('keeps the focus when a row becomes busy, and when its choice fails [R1.11]', async () => {
    const { user, showNext } = show();
    getButton('← Back to login').focus();
    showNext((view) => ({ ...view, ...exchanging }));
    expect(document.activeElement).toBe(getButton('← Back to login'));
    await user.click(getButton(/^Acme/));
    showNext((view) => ({ ...view, busy: null, notice: buildNotice('error', 'No luck.') }));
    expect(screen.getByRole('alert').closest('li')).toBeNull();
    expect(document.activeElement).toBe(getButton('Acme @acme'));
  });

  it('says what is in progress in place of the heading where no row of the list shows it [R6.13]', () => {
    const heading = () => document.querySelector('section > p:not([role])')?.textContent;
    const { container, showNext } = show({ ...exchanging, organizations: [] });
    expect(heading()).toBe('Signing in...');
    expect(container.querySelectorAll('section > [aria-hidden] > *')).toHaveLength(3);
    expect(screen.queryByText(NO_ORGANIZATION)).toBeNull();
    showNext((view) => ({ ...view, organizations: [buildDiscoveredOrganization('Birch')] }));
    expect(heading()).toBe('Signing in...');
    showNext((view) => ({ ...view, organizations: selectionScreenView.organizations }));
    expect(heading()).toBeUndefined();
    showNext((view) => ({ ...view, ...creating, organizations: [] }));
    expect(heading()).toMatch(NO_ORGANIZATION);
  });
});

it('a notice at a row describes it, offers to try again, or another account where this one is refused [R1.11, R6.13]', async () => {
  const notice = buildNotice('error', sentenceOf({ code: 'tookTooLong' }));
  const { sent, user, showNext } = show({ notice, failedOrganizationId: acme.id });
  expect(screen.getAllByText(sentenceOf({ code: 'tookTooLong' }))).toHaveLength(1);
  expect(describedBy(getButton('Acme @acme'))).toBe(sentenceOf({ code: 'tookTooLong' }));
  expect(rowOf(/^Acme/).queryByRole('button', { name: 'Use another account' })).toBeNull();
  await user.click(rowOf(/^Acme/).getByRole('button', { name: 'Try again' }));
  expect(sent).toEqual([{ type: 'organization.choose', organization: acme }]);
  await user.click(rowOf(/^Acme/).getByRole('button', { name: 'Dismiss' }));
  showNext((view) => ({ ...view, notice: null, failedOrganizationId: null }));
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
  const refused = buildNotice('error', 'Not you.', { remedy: 'account' });
  showNext((view) => ({ ...view, notice: refused, failedOrganizationId: acme.id }));
  const other = rowOf(/^Acme/).getByRole('button', { name: 'Use another account' });
  expect(other.className).toMatch(/primary/);
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});

describe('while organizations are being discovered', () => {
  it('announces that, then that the list is there, in a region that was there before [R1.25]', async () => {
    const { showNext } = show(discovering);
    const before = regions();
    const heard = () => before.map(({ textContent }) => textContent);
    await waitFor(() => expect(heard()).toContain('Discovering your organizations...'));
    showNext(() => selectionScreenView);
    await waitFor(() => expect(heard()).toContain('2 organizations'));
    showNext((view) => ({ ...view, ...exchanging }));
    expect(heard()).not.toContain('2 organizations');
    showNext(() => ({ ...selectionScreenView, discovering: true }));
    expect(getButton('Acme @acme').getAttribute('aria-disabled')).toBe('true');
  });

  it.each([
    ['is still read', { discovering: true }],
    ['is empty', { organizations: [] }],
    ['has come with a notice', { notice: buildNotice('info', 'Hm.') }],
  ])('does not announce a list that %s [R1.25]', (_, changes) => {
    vi.useFakeTimers();
    show(changes);
    act(() => void vi.advanceTimersByTime(1_000));
    expect(screen.queryByText(/^\d organizations?$/)).toBeNull();
  });
});

describe('without an organization', () => {
  it('invites the person to type a name, or says what else helps, also when that is known late [R6.15, R6.20]', async () => {
    const { showNext } = show({ organizations: [], ...typing });
    const paragraph = screen.getByText(NO_ORGANIZATION);
    const before = regions();
    const heard = () => before.map(({ textContent }) => textContent);
    await waitFor(() => expect(heard()).toContainEqual(expect.stringMatching(NO_ORGANIZATION)));
    showNext((view) => ({ ...view, canCreate: false, mode: 'browsing' }));
    const sentence =
      "You're not in an organization yet. Ask an administrator for an invitation, or use another account.";
    expect(paragraph.textContent).toBe(sentence);
    await waitFor(() => expect(heard()).toContain(sentence));
    expect(screen.queryByRole('button', { name: '+ Enter organization name' })).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
  });
});

describe('the field for a name', () => {
  it('continues once with Enter, and keeps name and focus while it is used, which is announced [R1.25, R6.5]', async () => {
    const { sent, user } = show(
      { ...typing, organizations: [] },
      { mode: 'browsing', ...creating },
    );
    const before = regions();
    await user.type(nameField(), '  {Enter}');
    expect(getButton('Continue').disabled).toBe(true);
    act(() => nameField().form?.requestSubmit());
    expect(sent).toEqual([]);
    await user.clear(nameField());
    await user.type(nameField(), 'New Team{Enter}{Enter}');
    expect(sent).toEqual([{ type: 'organization.submit', name: 'New Team' }]);
    expect(before.map(({ textContent }) => textContent)).toContain('Creating...');
    expect(getButton('Creating...').getAttribute('aria-busy')).toBe('true');
    expect(document.activeElement).toBe(nameField());
    await user.type(nameField(), 'x');
    act(() => nameField().form?.requestSubmit());
    expect(nameField().value).toBe('New Team');
    expect(sent).toHaveLength(1);
  });

  it.each([
    ['Zoë & Co', {}, "We'll create it as @zoe-co if that name is free."],
    ['日本語', {}, 'A new name creates an organization.'],
    ['  BIRCH ', {}, 'Birch (@birch) exists already. “Continue” opens it.'],
    ['Birch', { canCreate: false }, 'Birch (@birch) exists already. “Continue” opens it.'],
    ['New', { canCreate: false }, sentenceOf({ code: 'organizationCreationDisabled' })],
    [
      'Cedar',
      { organizations: [buildDiscoveredOrganization('Cedar', { follows: 'unsupported' })] },
      'Needs a sign-in method that is not available here',
    ],
    [
      'A.B',
      { slugPattern: 'https://{{slug}}.app.example' },
      "We'll create it as @a-b if that name is free.",
    ],
  ] as const)(
    'says what "Continue" does with %j and %j [R6.18, R6.20]',
    (typedName, changes, hint) => {
      show({ ...typing, ...changes, typedName });
      expect(nameField().value).toBe(typedName);
      expect(describedBy(nameField())).toBe(hint);
    },
  );

  it('announces that when the name has stayed the same for a moment [R1.23]', async () => {
    const { user } = show(typing);
    await user.type(nameField(), 'birch');
    expect(screen.getByText(/exists already/).closest('[role="status"]')).toBeNull();
    await findSettled('Birch (@birch) exists already. “Continue” opens it.');
  });

  it('explains why a name is refused until it is edited, and takes the focus [R7.12, R15.12]', async () => {
    const text = sentenceOf({ code: 'organizationNameTaken' });
    const { user, showNext } = show({ ...typing, typedName: 'Acme Inc' });
    const refuse = () =>
      showNext((view) => ({ ...view, notice: buildNotice('error', text, { isAboutInput: true }) }));
    getButton('Continue').focus();
    refuse();
    expect(screen.getByRole('alert').textContent).toBe(text);
    expect(describedBy(nameField())).toBe(text);
    expect(nameField().getAttribute('aria-invalid')).toBe('true');
    expect(document.activeElement).toBe(nameField());
    await user.type(nameField(), '2');
    expect(describedBy(nameField())).toBe("We'll create it as @acme-inc2 if that name is free.");
    expect(nameField().getAttribute('aria-invalid')).toBeNull();
    refuse();
    expect(describedBy(nameField())).toBe(text);
  });

  it.each([
    [true, () => getButton('+ Enter organization name')],
    [false, () => screen.getByRole('heading', { level: 1 })],
  ])(
    'moves the focus when it is cancelled, and starts empty again: can create %s [R1.11, R6.4]',
    async (canCreate, focused) => {
      const { user, showNext } = show({ ...typing, canCreate }, { mode: 'browsing' });
      await user.type(nameField(), 'Half typ{Escape}');
      expect(document.activeElement).toBe(focused());
      showNext((view) => ({ ...view, ...typing }));
      expect(document.activeElement).toBe(nameField());
      expect(nameField().value).toBe('');
    },
  );
});
