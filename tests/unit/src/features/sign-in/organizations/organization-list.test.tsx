// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { SelectionView } from '#machines/auth/auth.view.types.ts';
import {
  ORGANIZATION_FILTER_FROM,
  ORGANIZATION_ROWS_SHOWN,
  ORGANIZATION_TAB_STOPS,
} from '#machines/rules/limits.ts';
import { SelectionScreen } from '#src/features/sign-in/screens/selection-screen.tsx';
import {
  describedBy,
  findSettled,
  getButton,
  getField,
  renderScreen,
} from '#tests/unit/support/render.tsx';
import {
  buildDiscoveredOrganization,
  selectionScreenView,
} from '#tests/unit/support/view-fixtures.ts';

const FILTER = 'Filter organizations';
const namedOrganizations = (...names: string[]) =>
  names.map((name) => buildDiscoveredOrganization(name));
const manyOrganizations = (count: number) =>
  Array.from({ length: count }, (_, index) => buildDiscoveredOrganization(`Team${index + 1}`));
const rows = () => screen.getAllByRole('button', { name: / @/ }).map((row) => row.textContent);
const focusedText = () => document.activeElement?.textContent ?? '';

describe('keyboard navigation of the list', () => {
  const organizations = namedOrganizations('Acme', 'Birch', 'Bramble', 'Cedar', 'Élan');

  it('puts each of up to fifteen rows in the order of Tab [R6.11]', async () => {
    const fifteen = manyOrganizations(ORGANIZATION_TAB_STOPS);
    const { user } = renderScreen(SelectionScreen, {
      ...selectionScreenView,
      organizations: fifteen,
    });
    getField(FILTER).focus();
    for (const { slug } of fifteen) {
      await user.tab();
      expect(focusedText()).toContain(`@${slug}`);
    }
    await user.tab();
    expect(document.activeElement).toBe(getButton('+ Enter organization name'));
    expect(describedBy(getField(FILTER))).toBe('');
  });

  describe('of more than fifteen rows', () => {
    const sixteen = manyOrganizations(ORGANIZATION_TAB_STOPS + 1);
    const view = { ...selectionScreenView, organizations: sixteen };

    it('makes the list one stop for Tab after the filter, and says how to move in it [R6.11]', async () => {
      const { user } = renderScreen(SelectionScreen, view);
      getButton('+ Enter organization name').focus();
      await user.tab();
      expect(document.activeElement).toBe(getField(FILTER));
      expect(describedBy(getField(FILTER))).toBe(
        'Type part of the name. The arrow keys move in the list.',
      );
      await user.tab();
      expect(focusedText()).toContain('@team1');
      await user.tab();
      expect(document.activeElement).toBe(getButton('← Back to login'));
      await user.tab({ shift: true });
      expect(focusedText()).toContain('@team1');
      getButton('Use another account').focus();
      await user.tab({ shift: true });
      expect(document.activeElement).toBe(document.body);
    });

    it('puts the button for a name before the list, so that it is found [R6.21]', async () => {
      const { user } = renderScreen(SelectionScreen, view);
      getField(FILTER).focus();
      await user.tab({ shift: true });
      expect(document.activeElement).toBe(getButton('+ Enter organization name'));
    });

    it('keeps the open field and its name when a long list arrives [R6.21]', async () => {
      const typing = { ...view, mode: 'typing' } as const;
      const { user, showNext } = renderScreen<SelectionView>(SelectionScreen, {
        ...typing,
        organizations: [],
      });
      await user.type(getField('Organization name'), 'Lumen');
      showNext(() => typing);
      expect(getField('Organization name').value).toBe('Lumen');
      expect(document.activeElement).toBe(getField('Organization name'));
    });

    it('returns to the row that had the focus', async () => {
      const { user } = renderScreen(SelectionScreen, view);
      getButton(/@team1$/).focus();
      await user.keyboard('{ArrowDown}{ArrowDown}');
      await user.tab();
      await user.tab({ shift: true });
      expect(focusedText()).toContain('@team3');
    });

    it('puts the rows in the order of Tab when the filter leaves fifteen or fewer', async () => {
      const { user } = renderScreen(SelectionScreen, view);
      await user.type(getField(FILTER), 'team1');
      await user.tab();
      await user.tab();
      expect(focusedText()).toContain('@team10');
    });
  });

  it.each([
    ['{ArrowDown}', '@birch'],
    ['{ArrowDown}{ArrowDown}{ArrowUp}', '@birch'],
    ['{ArrowUp}', '@acme'],
    ['{End}', '@élan'],
    ['{End}{ArrowDown}', '@élan'],
    ['{End}{Home}', '@acme'],
    ['b', '@birch'],
    ['bb', '@bramble'],
    ['bbb', '@birch'],
    ['br', '@bramble'],
    ['BR', '@bramble'],
    ['e', '@élan'],
    ['x', '@acme'],
  ])('moves with %s to %s', async (keys, expected) => {
    const { user } = renderScreen(SelectionScreen, { ...selectionScreenView, organizations });
    getButton('Acme @acme').focus();
    await user.keyboard(keys);
    expect(focusedText()).toContain(expected);
  });

  it('moves the focus across groups', async () => {
    const mixed = [
      buildDiscoveredOrganization('Zeta'),
      buildDiscoveredOrganization('Alpha', { membership: 'invited' }),
    ];
    const { user } = renderScreen(SelectionScreen, {
      ...selectionScreenView,
      organizations: mixed,
    });
    getButton('Zeta @zeta').focus();
    await user.keyboard('{ArrowDown}');
    expect(focusedText()).toContain('@alpha');
  });

  it.each(['{Enter}', ' '])('chooses with %j', async (key) => {
    const { sent, user } = renderScreen(SelectionScreen, { ...selectionScreenView, organizations });
    getButton('Acme @acme').focus();
    await user.keyboard(`{ArrowDown}${key}`);
    expect(sent).toMatchObject([
      { type: 'organization.choose', organization: { id: 'organization-birch' } },
    ]);
  });

  it('ignores keys with a modifier', async () => {
    const { user } = renderScreen(SelectionScreen, { ...selectionScreenView, organizations });
    getButton('Acme @acme').focus();
    await user.keyboard('{Control>}b{/Control}');
    expect(focusedText()).toContain('@acme');
  });
});

describe('ten thousand organizations [R6.16]', () => {
  const organizations = manyOrganizations(10_000);
  const view = { ...selectionScreenView, organizations };
  const shownNote = 'Showing 50 of 10,000. Type in the filter to find the others.';

  it('renders fifty rows, says so, and moves the focus among them', async () => {
    const { user } = renderScreen(SelectionScreen, view);
    expect(rows()).toHaveLength(ORGANIZATION_ROWS_SHOWN);
    expect(screen.getByText(shownNote)).toBeTruthy();
    getButton(/@team1$/).focus();
    await user.keyboard('{End}');
    expect(focusedText()).toContain('@team50');
  });

  it('finds the others with the filter', async () => {
    const { user } = renderScreen(SelectionScreen, view);
    await user.type(getField(FILTER), 'team9999');
    expect(rows()).toEqual([expect.stringContaining('@team9999')]);
    expect(await findSettled('1 organization')).toBeTruthy();
  });

  it('renders the row that is busy and the row that has failed', () => {
    const [organization] = manyOrganizations(9_000).slice(-1);
    if (organization === undefined) throw new Error('There is no organization.');
    const busy = { organization, doing: 'exchanging' } as const;
    const { showNext } = renderScreen<SelectionView>(SelectionScreen, { ...view, busy });
    expect(getButton(/@team9000/).getAttribute('aria-busy')).toBe('true');
    showNext(() => ({ ...view, failedOrganizationId: organization.id }));
    expect(rows().at(-1)).toContain('@team9000');
    expect(rows()).toHaveLength(ORGANIZATION_ROWS_SHOWN + 1);
  });
});

it('shows no heading of a group whose rows are not shown [R6.11, R6.16]', () => {
  const organizations = [
    ...manyOrganizations(ORGANIZATION_ROWS_SHOWN + 1),
    buildDiscoveredOrganization('Harbor', { membership: 'invited' }),
  ];
  renderScreen(SelectionScreen, { ...selectionScreenView, organizations });
  expect(rows()).toHaveLength(ORGANIZATION_ROWS_SHOWN);
  expect(screen.queryByRole('heading', { name: 'Invitations' })).toBeNull();
});

describe('the filter', () => {
  it.each([
    [1_000, 1],
    [window.innerHeight / 2, 0],
    [100, 0],
  ])('scrolls up when what it finds begins at %i px: %i times', async (top, count) => {
    const { user } = renderScreen(SelectionScreen, {
      ...selectionScreenView,
      organizations: manyOrganizations(ORGANIZATION_FILTER_FROM),
    });
    vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, top));
    const scroll = vi.spyOn(getField(FILTER), 'scrollIntoView');
    await user.type(getField(FILTER), 'x');
    expect(scroll).toHaveBeenCalledTimes(count);
  });

  it('leaves the page where it is before anything is typed', () => {
    vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 1_000));
    const scroll = vi.spyOn(Element.prototype, 'scrollIntoView');
    renderScreen(SelectionScreen, {
      ...selectionScreenView,
      organizations: manyOrganizations(ORGANIZATION_FILTER_FROM),
    });
    expect(scroll).not.toHaveBeenCalled();
  });

  it('shows from eight organizations on [R6.12]', () => {
    const few = renderScreen(SelectionScreen, {
      ...selectionScreenView,
      organizations: manyOrganizations(ORGANIZATION_FILTER_FROM - 1),
    });
    expect(screen.queryByLabelText(FILTER)).toBeNull();
    few.showNext((view) => ({
      ...view,
      organizations: manyOrganizations(ORGANIZATION_FILTER_FROM),
    }));
    expect(getField(FILTER)).toBeTruthy();
  });

  const eight = [
    ...namedOrganizations('Acme', 'Birch', 'Cedar', 'Dune', 'Ember', 'Fjord', 'Élan'),
    buildDiscoveredOrganization('Zoo', { slug: 'animals' }),
  ];
  const view = { ...selectionScreenView, organizations: eight };

  it.each([
    ['ced', ['@cedar']],
    ['  CED ', ['@cedar']],
    ['elan', ['@élan']],
    ['anim', ['@animals']],
    ['@anim', ['@animals']],
    ['d', ['@cedar', '@dune', '@fjord']],
  ])('%j matches %j', async (text, expected) => {
    const { user } = renderScreen(SelectionScreen, view);
    await user.type(getField(FILTER), text);
    const matches = rows();
    expect(matches).toHaveLength(expected.length);
    expected.forEach((slug, index) => {
      expect(matches[index]).toContain(slug);
    });
    const count = expected.length === 1 ? '1 organization' : `${expected.length} organizations`;
    expect((await findSettled(count)).getAttribute('role')).toBe('status');
  });

  it('finds a name by an "@" within it [R6.12]', async () => {
    const organizations = [...eight, buildDiscoveredOrganization('Night@Home', { slug: 'night' })];
    const { user } = renderScreen(SelectionScreen, { ...view, organizations });
    await user.type(getField(FILTER), 't@h');
    expect(rows()).toEqual([expect.stringContaining('@night')]);
  });

  it('counts nothing for blanks, which every organization matches [R1.23]', async () => {
    const { user } = renderScreen(SelectionScreen, view);
    await user.type(getField(FILTER), '  ');
    expect(rows()).toHaveLength(eight.length);
    expect(screen.queryByText('8 organizations', { selector: 'p' })).toBeNull();
  });

  it('shows that nothing matches, and offers to create it by these words [R6.12, R6.21]', async () => {
    const { sent, user } = renderScreen<SelectionView>(SelectionScreen, view, { mode: 'typing' });
    await user.type(getField(FILTER), ' nope ');
    expect(await findSettled('No matching organizations.')).toBeTruthy();
    await user.tab();
    expect(focusedText()).toBe('Create “nope”');
    await user.keyboard('{Enter}');
    expect(sent).toEqual([{ type: 'organization.type' }]);
    expect(getField('Organization name').value).toBe('nope');
    expect(screen.queryByRole('button', { name: /^Create/ })).toBeNull();
  });

  it('offers to create nothing while something matches, or a row is busy [R6.12]', async () => {
    const busy = {
      organization: buildDiscoveredOrganization('Acme'),
      doing: 'exchanging',
    } as const;
    const { user, showNext } = renderScreen<SelectionView>(SelectionScreen, view);
    const create = () => screen.queryByRole('button', { name: /^Create/ });
    await user.type(getField(FILTER), 'dune');
    expect(create()).toBeNull();
    await user.type(getField(FILTER), 's');
    expect(create()).not.toBeNull();
    showNext((current) => ({ ...current, busy }));
    expect(create()).toBeNull();
  });

  it('does not point to a name where the project forbids new organizations [R6.20]', async () => {
    const { user } = renderScreen(SelectionScreen, { ...view, canCreate: false });
    await user.type(getField(FILTER), 'nope');
    expect(await findSettled('No matching organizations.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Create/ })).toBeNull();
  });

  it('moves into the list with the arrow key, and back', async () => {
    const { user } = renderScreen(SelectionScreen, view);
    await user.type(getField(FILTER), 'd{ArrowDown}');
    expect(focusedText()).toContain('@cedar');
    await user.keyboard('{ArrowDown}{ArrowUp}');
    expect(focusedText()).toContain('@cedar');
    await user.keyboard('{ArrowUp}');
    expect(document.activeElement).toBe(getField(FILTER));
  });

  it('moves to the only match with the arrow key, and chooses nothing [R6.11]', async () => {
    const { sent, user } = renderScreen(SelectionScreen, view);
    await user.type(getField(FILTER), 'dun{ArrowDown}');
    expect(focusedText()).toContain('@dune');
    expect(sent).toEqual([]);
  });

  it.each(['{Enter}', '{ArrowDown}'])(
    'keeps the focus on %s without a match [R1.11]',
    async (key) => {
      const { sent, user } = renderScreen(SelectionScreen, view);
      await user.type(getField(FILTER), `nope${key}`);
      expect(document.activeElement).toBe(getField(FILTER));
      expect(sent).toEqual([]);
    },
  );

  it('chooses the only match with Enter', async () => {
    const { sent, user } = renderScreen(SelectionScreen, view);
    await user.type(getField(FILTER), 'dun{Enter}');
    expect(sent).toMatchObject([{ organization: { id: 'organization-dune' } }]);
  });

  it('moves into the list with Enter when several match', async () => {
    const { sent, user } = renderScreen(SelectionScreen, view);
    await user.type(getField(FILTER), 'd{Enter}');
    expect(sent).toEqual([]);
    expect(focusedText()).toContain('@cedar');
  });

  it('chooses nothing with Enter while a row is busy', async () => {
    const busy = {
      organization: buildDiscoveredOrganization('Acme'),
      doing: 'exchanging',
    } as const;
    const { sent, user } = renderScreen(SelectionScreen, { ...view, busy });
    await user.type(getField(FILTER), 'dun{Enter}');
    expect(sent).toEqual([]);
  });
});

describe('the organization used last', () => {
  const organizations = [
    ...namedOrganizations('Acme', 'Birch', 'Cedar'),
    buildDiscoveredOrganization('Harbor', { membership: 'invited' }),
    buildDiscoveredOrganization('Iris', { membership: 'invited' }),
  ];
  const renderWith = (
    lastOrganizationId: string | null,
    view = { ...selectionScreenView, organizations },
  ) => renderScreen(SelectionScreen, { ...view, lastOrganizationId });
  const slugs = () => rows().map((row) => /@([a-z]+)/.exec(row ?? '')?.[1]);

  it('is the first of its group and is marked [R6.11]', () => {
    renderWith('organization-cedar');
    expect(slugs()).toEqual(['cedar', 'acme', 'birch', 'harbor', 'iris']);
    expect(rows()[0]).toContain('Last used');
    expect(screen.getAllByText('Last used')).toHaveLength(1);
  });

  it('is the first that Tab reaches', async () => {
    const { user } = renderWith('organization-cedar');
    getButton('Use another account').focus();
    await user.tab();
    expect(focusedText()).toContain('@cedar');
  });

  it('stays in its group', () => {
    renderWith('organization-iris');
    expect(slugs()).toEqual(['acme', 'birch', 'cedar', 'iris', 'harbor']);
  });

  it.each([null, 'organization-gone'])('changes nothing for the id %s', (lastUsedId) => {
    renderWith(lastUsedId);
    expect(slugs()).toEqual(['acme', 'birch', 'cedar', 'harbor', 'iris']);
    expect(screen.queryByText('Last used')).toBeNull();
  });

  it('is not marked when it is the only organization', () => {
    renderWith('organization-acme', {
      ...selectionScreenView,
      organizations: namedOrganizations('Acme'),
    });
    expect(screen.queryByText('Last used')).toBeNull();
  });
});
