// @vitest-environment happy-dom
import { fireEvent, render, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { ORGANIZATION_FILTER_FROM } from '#machines/rules/limits.ts';
import { OrganizationMenu } from '#src/app/shell/session/organization-menu.tsx';
import { SelectionScreen } from '#src/features/sign-in/screens/selection-screen.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { getButton, getField, renderScreen } from '#tests/unit/support/render.tsx';
import {
  appScreenView,
  buildDiscoveredOrganization,
  selectionScreenView,
} from '#tests/unit/support/view-fixtures.ts';

const FILTER = 'Filter organizations';
const organizations = Array.from({ length: ORGANIZATION_FILTER_FROM }, (_, index) =>
  buildDiscoveredOrganization(`組織${index}`),
);

// Safari ends a composition before the key that ends it; the key then has the code 229.
describe.each([
  ['while text is composed', { isComposing: true }],
  ['with the code of a composition', { keyCode: 229 }],
])('a key %s [R1.15]', (_, composing) => {
  const press = (field: string, ...keys: readonly string[]) => {
    getField(field).focus();
    for (const key of keys) fireEvent.keyDown(getField(field), { key, ...composing });
    expect(document.activeElement).toBe(getField(field));
  };

  it('chooses nothing in the filter of the organizations, and keeps the field for a name', () => {
    const { sent, showNext } = renderScreen(SelectionScreen, {
      ...selectionScreenView,
      organizations,
    });
    press(FILTER, 'Enter', 'ArrowDown');
    showNext((view) => ({ ...view, mode: 'typing' }));
    press('Organization name', 'Escape');
    expect(sent).toEqual([]);
  });

  it('keeps the focus in the filter of the menu, and the menu open', async () => {
    const view = { ...appScreenView, memberships: organizations };
    const { user } = renderScreen(OrganizationMenu, view);
    await user.click(getButton(/Acme/));
    press(FILTER, 'Enter', 'Escape');
    expect(screen.getByRole('menu')).toBeTruthy();
  });

  it('closes no dialog', () => {
    const close = vi.fn();
    render(
      <Dialog title="Title" onClose={close}>
        <input aria-label="Field" />
      </Dialog>,
    );
    press('Field', 'Escape');
    expect(close).not.toHaveBeenCalled();
  });
});
