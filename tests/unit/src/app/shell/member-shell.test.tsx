// @vitest-environment happy-dom
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { MemberShell } from '#src/app/shell/member-shell.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { appScreenView } from '#tests/unit/support/view-fixtures.ts';

it('shows the warning in an open dialog, too, which keeps the focus when it has gone [R11.11, R1.11]', async () => {
  const send = vi.fn();
  const shell = (expiring: boolean) => (
    <MemberShell view={{ ...appScreenView, expiring }} send={send} isArrival={false}>
      <Dialog title="Open dialog" onClose={() => undefined}>
        <input aria-label="Name" />
      </Dialog>
    </MemberShell>
  );
  const { rerender } = render(shell(false));
  const dialog = screen.getByRole('dialog');
  // The region is there before its text, so that the text is announced.
  const status = within(dialog).getByRole('status');
  expect(status.textContent).toBe('');
  rerender(shell(true));
  expect(status.textContent).toMatch(/^Your session ends in less than/);
  await userEvent.click(within(dialog).getByRole('button', { name: 'Stay signed in' }));
  expect(send).toHaveBeenCalledExactlyOnceWith({ type: 'session.extend' });
  rerender(shell(false));
  expect(within(dialog).queryByRole('button')).toBeNull();
  expect(document.activeElement).toBe(dialog);
});
