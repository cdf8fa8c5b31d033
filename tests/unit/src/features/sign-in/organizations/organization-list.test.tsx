// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { SelectionView } from '#machines/auth/auth.view.ts';
import { ORGANIZATION_ROWS_SHOWN, ORGANIZATION_TAB_STOPS } from '#machines/rules/limits.ts';
import { SelectionScreen } from '#src/features/sign-in/screens/selection-screen.tsx';
import {
  describedBy,
  findSettled,
  getButton,
  getField,
  renderScreen,
} from '#tests/unit/support/render.tsx';
import {
  acme,
  buildDiscoveredOrganization,
  buildNotice,
  selectionScreenView,
} from '#tests/unit/support/view-fixtures.ts';

const FILTER = 'Filter organizations';
const named = (...names: string[]) => names.map((name) => buildDiscoveredOrganization(name));
const many = (count: number) =>
  Array.from({ length: count }, (_, index) => buildDiscoveredOrganization(`Team${index + 1}`));
const show = (
  organizations: SelectionView['organizations'],
  changes: Partial<SelectionView> = {},
  afterEvent: Partial<SelectionView> = {},
) =>
  renderScreen<SelectionView>(
    SelectionScreen,
    { ...selectionScreenView, organizations, ...changes },
    afterEvent,
  );
const rows = () => screen.queryAllByRole('button', { name: / @/ });
const slugs = () => rows().map((row) => row.querySelector('bdi')?.textContent);
const focused = () => document.activeElement?.querySelector('bdi')?.textContent;
const busy = { organization: acme, doing: 'exchanging' } as const;

describe('the order of Tab [R6.11, R6.21]', () => {
  it('has each of up to fifteen rows', async () => {
    const fifteen = many(ORGANIZATION_TAB_STOPS);
    const { user } = show(fifteen);
    getField(FILTER).focus();
    for (const { slug } of fifteen) {
      await user.tab();
      expect(focused()).toBe(`@${slug}`);
    }
    await user.tab();
    expect(document.activeElement).toBe(getButton('+ Enter organization name'));
    expect(describedBy(getField(FILTER))).toBe('');
  });

  it('has a longer list once, after the button for a name and the filter, which says how to move in it', async () => {
    const { user } = show(many(ORGANIZATION_TAB_STOPS + 1));
    getButton('+ Enter organization name').focus();
    await user.tab();
    expect(document.activeElement).toBe(getField(FILTER));
    expect(describedBy(getField(FILTER))).toBe(
      'Type part of the name. The arrow keys move in the list.',
    );
    await user.tab();
    expect(focused()).toBe('@team1');
    await user.keyboard('{ArrowDown}{ArrowDown}');
    await user.tab();
    expect(document.activeElement).toBe(getButton('← Back to login'));
    await user.tab({ shift: true });
    expect(focused()).toBe('@team3');
    await user.type(getField(FILTER), 'team1');
    await user.tab();
    await user.tab();
    expect(focused()).toBe('@team10');
  });

  it('keeps the open field and its name when a long list arrives', async () => {
    const { user, showNext } = show([], { mode: 'typing' });
    await user.type(getField('Organization name'), 'Lumen');
    showNext((view) => ({ ...view, organizations: many(ORGANIZATION_TAB_STOPS + 1) }));
    expect(getField('Organization name').value).toBe('Lumen');
    expect(document.activeElement).toBe(getField('Organization name'));
  });
});

it.each([
  ['{ArrowDown}', '@birch'],
  ['{ArrowUp}', '@acme'],
  ['{End}', '@zeta'],
  ['{End}{Home}', '@acme'],
  ['{ArrowDown}{ArrowUp}', '@acme'],
  ['{End}{ArrowDown}', '@zeta'],
  ['{Control>}{End}{/Control}', '@acme'],
])('%s moves in the list, also across its groups, to %s', async (keys, expected) => {
  const zeta = buildDiscoveredOrganization('Zeta', { membership: 'invited' });
  const { user } = show([...named('Acme', 'Birch'), zeta]);
  getButton('Acme @acme').focus();
  await user.keyboard(keys);
  expect(focused()).toBe(expected);
});

describe('ten thousand organizations [R6.16]', () => {
  const organizations = many(10_000);

  it('renders fifty rows, says so, moves the focus among them, and finds the others', async () => {
    const { user } = show(organizations);
    expect(rows()).toHaveLength(ORGANIZATION_ROWS_SHOWN);
    expect(
      screen.getByText('Showing 50 of 10,000. Type in the filter to find the others.'),
    ).toBeTruthy();
    getButton(/@team1$/).focus();
    await user.keyboard('{End}');
    expect(focused()).toBe('@team50');
    getButton(/@team2$/).focus();
    await user.type(getField(FILTER), 'team1');
    await user.tab();
    expect(focused()).toBe('@team1');
    await user.clear(getField(FILTER));
    await user.type(getField(FILTER), 'team9999');
    expect(slugs()).toEqual(['@team9999']);
    await findSettled('1 organization');
  });

  it('shows a failure above the list while its row is not rendered, no group without a row, and forgets it when the filter is used [R6.13]', async () => {
    const last = buildDiscoveredOrganization('Last', { membership: 'invited' });
    const notice = buildNotice('error', 'No luck.');
    const { sent, user } = show([...organizations, last], {
      notice,
      failedOrganizationId: last.id,
    });
    expect(screen.queryByText('Invitations')).toBeNull();
    expect(screen.getByRole('alert').closest('li')).toBeNull();
    await user.click(getButton('Try again'));
    const { id, slug, name } = last;
    expect(sent).toEqual([{ type: 'organization.choose', organization: { id, slug, name } }]);
    await user.type(getField(FILTER), 'l');
    expect(sent.at(-1)).toEqual({ type: 'notice.dismiss' });
  });

  it('takes one click of a double click: a notice that the first one closed was above the row [R1.12]', async () => {
    const { sent, user } = show(named('Acme'));
    await user.dblClick(getButton(/@acme/));
    expect(sent).toHaveLength(1);
  });

  it('shows above the list what is in progress while its row is not rendered [R6.13]', () => {
    const last = buildDiscoveredOrganization('Last');
    show([...organizations, last], { busy: { organization: last, doing: 'exchanging' } });
    const [announced, shown] = screen.getAllByText('Signing in...');
    expect(announced?.getAttribute('role')).toBe('status');
    expect(shown?.closest('li, [role="status"]')).toBeNull();
  });
});

describe('the filter [R6.12]', () => {
  const eight = [
    ...named('Acme', 'Birch', 'Cedar', 'Dune', 'Ember', 'Fjord', 'Night@Home'),
    buildDiscoveredOrganization('Zoo', { slug: 'animals' }),
  ];

  it.each([
    ['  CED ', ['@cedar'], '1 organization'],
    ['@anim', ['@animals'], '1 organization'],
    ['t@h', ['@night@home'], '1 organization'],
    ['d', ['@cedar', '@dune', '@fjord'], '3 organizations'],
    ['nope', [], 'No matching organizations.'],
  ])('finds by %j %j, and announces %s', async (text, found, count) => {
    const { user } = show(eight);
    await user.type(getField(FILTER), text);
    expect(slugs()).toEqual(found);
    await findSettled(count);
  });

  it('counts nothing for blanks, which every organization matches, and is there from eight on [R1.23]', async () => {
    const { user, showNext } = show(eight);
    await user.type(getField(FILTER), '  ');
    expect(rows()).toHaveLength(8);
    expect(screen.queryByText('8 organizations')).toBeNull();
    showNext((view) => ({ ...view, organizations: eight.slice(1) }));
    expect(screen.queryByLabelText(FILTER)).toBeNull();
  });

  it.each([
    ['d{ArrowDown}{ArrowDown}{ArrowUp}', '@cedar', {}, 0],
    ['d{ArrowDown}{ArrowUp}', undefined, {}, 0],
    ['dun{ArrowDown}', '@dune', {}, 0],
    ['nope{ArrowDown}', undefined, {}, 0],
    ['nope{Enter}', undefined, {}, 0],
    ['dun{Enter}', undefined, {}, 1],
    ['d{Enter}', '@cedar', {}, 0],
    ['dun{Enter}', '@dune', { busy }, 0],
  ])('with %s moves to %s, and with %j chooses %i', async (keys, row, changes, times) => {
    const { sent, user } = show(eight, changes);
    await user.type(getField(FILTER), keys);
    expect(focused()).toBe(row);
    if (row === undefined) expect(document.activeElement).toBe(getField(FILTER));
    expect(sent).toHaveLength(times);
  });
});

describe('the organization used last [R6.11]', () => {
  const invited = ['Harbor', 'Iris'].map((name) =>
    buildDiscoveredOrganization(name, { membership: 'invited' }),
  );

  it.each([
    ['organization-birch', ['@birch', '@acme', '@harbor', '@iris'], 1],
    ['organization-iris', ['@acme', '@birch', '@iris', '@harbor'], 1],
    ['organization-gone', ['@acme', '@birch', '@harbor', '@iris'], 0],
  ])('%s comes first in its group: %j, and %i is marked', (lastOrganizationId, order, marked) => {
    const { showNext } = show([...named('Acme', 'Birch'), ...invited], { lastOrganizationId });
    expect(slugs()).toEqual(order);
    expect(screen.queryAllByText('Last used')).toHaveLength(marked);
    // Alone, it needs no mark.
    showNext((view) => ({ ...view, organizations: named('Acme'), lastOrganizationId: acme.id }));
    expect(screen.queryByText('Last used')).toBeNull();
  });
});
