// @vitest-environment happy-dom
import { fireEvent } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { AuthView } from '#machines/auth/auth.view.ts';
import { SelectionScreen } from '#src/features/sign-in/screens/selection-screen.tsx';
import { SecondFactorScreen } from '#src/features/sign-in/second-factor/second-factor-screen.tsx';
import { StepUpScreen } from '#src/features/sign-in/step-up/step-up-screen.tsx';
import { getField, renderScreen } from '#tests/unit/support/render.tsx';
import {
  buildSecondFactorView,
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
  [
    'a recovery code',
    SecondFactorScreen,
    buildSecondFactorView({ name: 'recovery', busy: false, rejections: 0 }),
    'Recovery code',
  ],
] as const)(
  'leaves %s alone while it is composed, and sends nothing [R1.15]',
  (_, Screen, view, label) => {
    const { sent } = renderScreen<AuthView>(Screen as never, view);
    compose(getField(label), ['か', 'かい', '会']);
    fireEvent.submit(getField(label));
    expect(sent).toEqual([]);
  },
);
