// @vitest-environment happy-dom
import { act, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { StepUpView } from '#machines/auth/auth.view.ts';
import { sentenceOf } from '#src/features/sign-in/notices.ts';
import { StepUpScreen } from '#src/features/sign-in/step-up/step-up-screen.tsx';
import { describedBy, getButton, getField, renderScreen } from '#tests/unit/support/render.tsx';
import { stepUpScreenView } from '#tests/unit/support/view-fixtures.ts';
import { CODE, codeSent, refused, show, withCode } from './support/step-up.tsx';

describe('the code field', () => {
  it('is one input for a code, and says before it is typed that its sixth digit verifies it [R8.3, R8.14]', () => {
    show();
    const input = { type: 'text', inputMode: 'numeric', autocomplete: 'one-time-code' };
    const shown = { placeholder: 'Enter 6-digit code', maxLength: -1, dir: 'ltr' };
    expect(getField(CODE)).toMatchObject({ ...input, ...shown });
    expect(describedBy(getField(CODE))).toBe('We check the code when you type its sixth digit.');
  });

  it.each([
    ['Your code for Team 42 is 504181.', '504181', 1],
    ['504181, or call 030 123456', '504181', 0],
    ['4', '124', 0],
  ])(
    'takes the pasted %j in place of what is there as %s, and sends it %i times [R8.14]',
    async (text, code, times) => {
      const { sent, user } = show();
      await user.type(getField(CODE), '12');
      await user.paste(text);
      expect(getField(CODE).value).toBe(code);
      expect(sent).toHaveLength(times);
    },
  );

  it('sends no part of a code, and says at the field what is missing, until it is edited [R8.4, R15.12]', async () => {
    const { sent, user } = show();
    await user.type(getField(CODE), 'abc{Enter}');
    expect(getButton('Verify code').disabled).toBe(true);
    await user.type(getField(CODE), '12{Enter}');
    expect(getButton('Verify code').disabled).toBe(false);
    expect(sent).toEqual([]);
    expect(screen.getByRole('alert').textContent).toBe('The code has six digits.');
    expect(describedBy(getField(CODE))).toBe('The code has six digits.');
    await user.type(getField(CODE), '3');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('sends the code once, on the sixth digit, also before Enter, more digits and presses [R8.14]', async () => {
    const { sent, user } = show();
    await user.type(getField(CODE), '123');
    await user.click(getButton('Send verification code'));
    await user.type(getField(CODE), '4567{Enter}');
    await user.dblClick(getButton('Verifying...'));
    act(() => getField(CODE).form?.requestSubmit());
    expect(sent).toEqual([{ type: 'code.send' }, { type: 'code.verify', code: '123456' }]);
    expect(getField(CODE).value).toBe('123456');
  });

  it('sends the same six digits again only on a press, and says nothing about their length', async () => {
    // The machine refuses the first one at once.
    const { sent, user } = renderScreen(StepUpScreen, stepUpScreenView);
    await user.type(getField(CODE), '1234569');
    expect(sent).toHaveLength(1);
    await user.type(getField(CODE), '{Enter}');
    expect(sent).toHaveLength(2);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('explains each rejection at the field and selects its text once, until it is edited [R8.15, R15.12]', async () => {
    const { sent, user, showNext } = show();
    await user.type(getField(CODE), '123456');
    const input = getField(CODE);
    const reject = (view: StepUpView): StepUpView => {
      const rejections = view.code.rejections + 1;
      return { ...withCode({ rejections }, codeSent(view)), notice: { ...refused } };
    };
    getButton('Verifying...').focus();
    showNext(reject);
    expect(screen.getByRole('alert').textContent).toBe(sentenceOf({ code: 'codeWrong' }));
    expect(describedBy(input)).toBe(sentenceOf({ code: 'codeWrong' }));
    expect(document.activeElement).toBe(input);
    expect([input.selectionStart, input.selectionEnd]).toEqual([0, 6]);
    input.setSelectionRange(6, 6);
    showNext((view) => ({ ...view, notice: null }));
    expect(input.selectionStart).toBe(6);
    input.setSelectionRange(0, 6);
    showNext(reject);
    expect(input.getAttribute('aria-invalid')).toBe('true');
    await user.keyboard('654321');
    expect(input.getAttribute('aria-invalid')).toBeNull();
    expect(screen.queryByRole('alert')).toBeNull();
    expect(sent.at(-1)).toEqual({ type: 'code.verify', code: '654321' });
  });
});
