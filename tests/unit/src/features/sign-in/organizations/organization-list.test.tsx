// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { ORGANIZATION_FILTER_FROM } from '#machines/rules/limits.ts';
import { SelectionScreen } from '#src/features/sign-in/screens/selection-screen.tsx';
import { getButton, getField, renderScreen } from '#tests/unit/support/render.tsx';
import { discoveredOrganization, selectionView } from '#tests/unit/support/view-fixtures.ts';

const FILTER = 'Filter organizations';
const named = (...names: string[]) => names.map((name) => discoveredOrganization(name));
const many = (count: number) =>
  Array.from({ length: count }, (_, index) => discoveredOrganization(`Team${index + 1}`));
const rows = () => screen.getAllByRole('button', { name: / @/ }).map((row) => row.textContent);
const focused = () => document.activeElement?.textContent ?? '';

describe('the keys of the list', () => {
  const organizations = named('Acme', 'Birch', 'Bramble', 'Cedar', 'Élan');

  it('is one stop for Tab [R6.11]', async () => {
    const { user } = renderScreen(SelectionScreen, { ...selectionView, organizations });
    getButton('not you?').focus();
    await user.tab();
    expect(focused()).toContain('@acme');
    await user.tab();
    expect(document.activeElement).toBe(getButton('+ Enter organization name'));
    await user.tab({ shift: true });
    expect(focused()).toContain('@acme');
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
  ])('%s leads to %s', async (keys, expected) => {
    const { user } = renderScreen(SelectionScreen, { ...selectionView, organizations });
    getButton('Acme @acme').focus();
    await user.keyboard(keys);
    expect(focused()).toContain(expected);
  });

  it('comes back to the row that was left', async () => {
    const { user } = renderScreen(SelectionScreen, { ...selectionView, organizations });
    getButton('Acme @acme').focus();
    await user.keyboard('{ArrowDown}{ArrowDown}');
    await user.tab();
    await user.tab({ shift: true });
    expect(focused()).toContain('@bramble');
  });

  it('crosses groups', async () => {
    const mixed = [
      discoveredOrganization('Zeta'),
      discoveredOrganization('Alpha', { membership: 'invited' }),
    ];
    const { user } = renderScreen(SelectionScreen, { ...selectionView, organizations: mixed });
    getButton('Zeta @zeta').focus();
    await user.keyboard('{ArrowDown}');
    expect(focused()).toContain('@alpha');
  });

  it.each(['{Enter}', ' '])('chooses with %j', async (key) => {
    const { sent, user } = renderScreen(SelectionScreen, { ...selectionView, organizations });
    getButton('Acme @acme').focus();
    await user.keyboard(`{ArrowDown}${key}`);
    expect(sent).toMatchObject([
      { type: 'organization.choose', organization: { id: 'organization-birch' } },
    ]);
  });

  it('leaves the browser its shortcuts', async () => {
    const { user } = renderScreen(SelectionScreen, { ...selectionView, organizations });
    getButton('Acme @acme').focus();
    await user.keyboard('{Control>}b{/Control}');
    expect(focused()).toContain('@acme');
  });
});

describe('the filter of the list', () => {
  it('is there from eight organizations on [R6.12]', () => {
    const few = renderScreen(SelectionScreen, {
      ...selectionView,
      organizations: many(ORGANIZATION_FILTER_FROM - 1),
    });
    expect(screen.queryByLabelText(FILTER)).toBeNull();
    few.showNext((view) => ({ ...view, organizations: many(ORGANIZATION_FILTER_FROM) }));
    expect(getField(FILTER)).toBeTruthy();
  });

  const eight = [
    ...named('Acme', 'Birch', 'Cedar', 'Dune', 'Ember', 'Fjord', 'Élan'),
    discoveredOrganization('Zoo', { slug: 'animals' }),
  ];
  const view = { ...selectionView, organizations: eight };

  it.each([
    ['ced', ['@cedar']],
    ['  CED ', ['@cedar']],
    ['elan', ['@élan']],
    ['anim', ['@animals']],
    ['@anim', ['@animals']],
    ['d', ['@cedar', '@dune', '@fjord']],
  ])('%j leaves %j', async (text, expected) => {
    const { user } = renderScreen(SelectionScreen, view);
    await user.type(getField(FILTER), text);
    const left = rows();
    expect(left).toHaveLength(expected.length);
    expected.forEach((slug, index) => {
      expect(left[index]).toContain(slug);
    });
    const count = expected.length === 1 ? '1 organization' : `${expected.length} organizations`;
    expect(screen.getByText(count).getAttribute('role')).toBe('status');
  });

  it('says when nothing matches, and typing the name is still in reach [R6.12]', async () => {
    const { user } = renderScreen(SelectionScreen, view);
    await user.type(getField(FILTER), 'nope');
    expect(screen.getByText('No organization matches. You can enter its name below.')).toBeTruthy();
    expect(getButton('+ Enter organization name')).toBeTruthy();
  });

  it('leads into the list with the arrow key', async () => {
    const { user } = renderScreen(SelectionScreen, view);
    await user.type(getField(FILTER), 'd{ArrowDown}');
    expect(focused()).toContain('@cedar');
  });

  it('chooses with Enter when one is left', async () => {
    const { sent, user } = renderScreen(SelectionScreen, view);
    await user.type(getField(FILTER), 'dun{Enter}');
    expect(sent).toMatchObject([{ organization: { id: 'organization-dune' } }]);
  });

  it('chooses nothing with Enter when several are left', async () => {
    const { sent, user } = renderScreen(SelectionScreen, view);
    await user.type(getField(FILTER), 'd{Enter}');
    expect(sent).toEqual([]);
    expect(focused()).toContain('@cedar');
  });

  it('chooses nothing while one is busy', async () => {
    const busy = { organization: discoveredOrganization('Acme'), doing: 'exchanging' } as const;
    const { sent, user } = renderScreen(SelectionScreen, { ...view, busy });
    await user.type(getField(FILTER), 'dun{Enter}');
    expect(sent).toEqual([]);
  });
});

describe('the organization that was used last', () => {
  const organizations = [
    ...named('Acme', 'Birch', 'Cedar'),
    discoveredOrganization('Harbor', { membership: 'invited' }),
    discoveredOrganization('Iris', { membership: 'invited' }),
  ];
  const began = (lastUsed: string | null, view = { ...selectionView, organizations }) =>
    renderScreen(
      (props: Parameters<typeof SelectionScreen>[0]) => (
        <SelectionScreen {...props} lastUsed={() => lastUsed} />
      ),
      view,
    );
  const slugs = () => rows().map((row) => /@(\w+)/.exec(row ?? '')?.[1]);

  it('is the first of its group, and says so [R6.11]', () => {
    began('organization-cedar');
    expect(slugs()).toEqual(['cedar', 'acme', 'birch', 'harbor', 'iris']);
    expect(rows()[0]).toContain('Last used');
    expect(screen.getAllByText('Last used')).toHaveLength(1);
  });

  it('is where Tab leads', async () => {
    const { user } = began('organization-cedar');
    getButton('not you?').focus();
    await user.tab();
    expect(focused()).toContain('@cedar');
  });

  it('stays in its group', () => {
    began('organization-iris');
    expect(slugs()).toEqual(['acme', 'birch', 'cedar', 'iris', 'harbor']);
  });

  it.each([null, 'organization-gone'])('changes nothing when it is %s', (lastUsed) => {
    began(lastUsed);
    expect(slugs()).toEqual(['acme', 'birch', 'cedar', 'harbor', 'iris']);
    expect(screen.queryByText('Last used')).toBeNull();
  });

  it('is not pointed out where there is no other', () => {
    began('organization-acme', { ...selectionView, organizations: named('Acme') });
    expect(screen.queryByText('Last used')).toBeNull();
  });
});

it('holds two hundred organizations', async () => {
  const organizations = many(200);
  const { user, container } = renderScreen(SelectionScreen, { ...selectionView, organizations });
  const count = () => container.querySelectorAll('li').length;
  expect(count()).toBe(200);
  await user.click(getField(FILTER));
  await user.paste('team199');
  expect(count()).toBe(1);
});
