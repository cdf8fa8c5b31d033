// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { ConfirmLinkScreen } from '#src/features/sign-in/screens/confirm-link-screen.tsx';
import { getButton, readQuestion, renderScreen } from '#tests/unit/support/render.tsx';
import { buildNotice } from '#tests/unit/support/view-fixtures.ts';

describe('ConfirmLinkScreen', () => {
  it('names nobody, and sends link.confirm only after a click [R9.2]', async () => {
    const { sent, user } = renderScreen(ConfirmLinkScreen, { screen: 'confirmLink', notice: null });
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Open your sign-in link');
    expect(sent).toEqual([]);
    readQuestion();
    await user.click(getButton('Open the link'));
    expect(sent).toEqual([{ type: 'link.confirm' }]);
  });

  it('returns to the login screen', async () => {
    const { sent, user } = renderScreen(ConfirmLinkScreen, { screen: 'confirmLink', notice: null });
    await user.click(getButton('← Back to login'));
    expect(sent).toEqual([{ type: 'back' }]);
  });

  it('shows the notice', () => {
    renderScreen(ConfirmLinkScreen, { screen: 'confirmLink', notice: buildNotice('error', 'No.') });
    expect(screen.getByRole('alert').textContent).toContain('No.');
  });
});
