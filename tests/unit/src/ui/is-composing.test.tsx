// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { ORGANIZATION_ROWS_SHOWN } from '#machines/rules/limits.ts';
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
const organizations = Array.from({ length: ORGANIZATION_ROWS_SHOWN + 1 }, (_, index) =>
  buildDiscoveredOrganization(`組織${index}`),
);

// Safari ends a composition before the key that ends it; the key then has the code 229.
describe.each([
  ['while text is composed', { isComposing: true }],
  ['with the code of a composition', { keyCode: 229 }],
])('a key %s [R1.15]', (_, composing) => {
  it('chooses nothing in the filter of the organizations, and keeps the focus', async () => {
    const { sent, user } = renderScreen(SelectionScreen, { ...selectionScreenView, organizations });
    await user.type(getField(FILTER), '組織11');
    fireEvent.keyDown(getField(FILTER), { key: 'Enter', ...composing });
    fireEvent.keyDown(getField(FILTER), { key: 'ArrowDown', ...composing });
    expect(sent).toEqual([]);
    expect(document.activeElement).toBe(getField(FILTER));
  });

  it('keeps the focus in the filter of the menu, and the menu open', async () => {
    const view = { ...appScreenView, memberships: organizations };
    const { user } = renderScreen(OrganizationMenu, view);
    await user.click(getButton(/Acme/));
    await user.type(getField(FILTER), '組織');
    fireEvent.keyDown(getField(FILTER), { key: 'Enter', ...composing });
    expect(document.activeElement).toBe(getField(FILTER));
    fireEvent.keyDown(getField(FILTER), { key: 'Escape', ...composing });
    expect(screen.getByRole('menu')).toBeTruthy();
  });

  it('keeps the field for the name of an organization', () => {
    const view = { ...selectionScreenView, mode: 'typing' as const };
    const { sent } = renderScreen(SelectionScreen, view);
    fireEvent.keyDown(getField('Organization name'), { key: 'Escape', ...composing });
    expect(sent).toEqual([]);
  });

  it('closes no dialog', () => {
    const close = vi.fn();
    renderScreen(
      () => (
        <Dialog title="Title" onClose={close}>
          <input aria-label="Field" />
        </Dialog>
      ),
      {},
    );
    fireEvent.keyDown(getField('Field'), { key: 'Escape', ...composing });
    expect(close).not.toHaveBeenCalled();
  });
});
