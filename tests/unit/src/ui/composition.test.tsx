// @vitest-environment happy-dom
import { fireEvent, render } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { AuthView } from '#machines/auth/auth.view.ts';
import { ORGANIZATION_FILTER_FROM } from '#machines/rules/limits.ts';
import { SelectionScreen } from '#src/features/sign-in/screens/selection-screen.tsx';
import { SecondFactorScreen } from '#src/features/sign-in/second-factor/second-factor-screen.tsx';
import { StepUpScreen } from '#src/features/sign-in/step-up/step-up-screen.tsx';
import { Dialog } from '#src/ui/controls/dialog.tsx';
import { getField, renderScreen } from '#tests/unit/support/render.tsx';
import { recoveryView } from '#tests/unit/support/second-factor-views.ts';
import {
  buildDiscoveredOrganization,
  selectionScreenView,
  stepUpScreenView,
} from '#tests/unit/support/view-fixtures.ts';

const CODE = 'Verification code';

/** Composes a text key by key, as an input method does. */
function compose(field: HTMLInputElement, steps: readonly string[]): void {
  fireEvent.compositionStart(field);
  for (const value of steps) {
    fireEvent.input(field, { target: { value } });
    expect(field.value).toBe(value);
  }
}

it('leaves a code alone while it is composed, then sends it once [R1.15, R8.14]', () => {
  const { sent } = renderScreen(StepUpScreen, stepUpScreenView);
  const field = getField(CODE);
  compose(field, ['５', '５０', '５０４', '５０４１', '５０４１８', '５０４１８１']);
  fireEvent.submit(field);
  expect(sent).toEqual([]);
  fireEvent.compositionEnd(field);
  // Some browsers tell of the input once more.
  fireEvent.input(field, { target: { value: '５０４１８１' } });
  expect(sent).toEqual([{ type: 'code.verify', code: '504181' }]);
  expect(field.value).toBe('504181');
});

it.each([
  ['a name', SelectionScreen, { ...selectionScreenView, mode: 'typing' }, 'Organization name'],
  ['a recovery code', SecondFactorScreen, recoveryView, 'Recovery code'],
] as const)(
  'leaves %s alone while it is composed, and sends nothing [R1.15]',
  (_, Screen, view, label) => {
    const { sent } = renderScreen<AuthView>(Screen as never, view);
    compose(getField(label), ['か', 'かい', '会']);
    fireEvent.submit(getField(label));
    expect(sent).toEqual([]);
  },
);

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
