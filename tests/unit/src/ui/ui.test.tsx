// @vitest-environment happy-dom
import { act, fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createRef } from 'react';
import { expect, it, vi } from 'vitest';
import { Button } from '#src/ui/controls/button.tsx';
import { CopyButton } from '#src/ui/controls/copy-button.tsx';
import { Dialog } from '#src/ui/controls/dialog.tsx';
import { IconButton } from '#src/ui/controls/icon-button.tsx';
import { isolated, Sentence } from '#src/ui/elements/sentence.tsx';
import { Notice } from '#src/ui/feedback/notice.tsx';
import { ListPage } from '#src/ui/list-page/list-page.tsx';
import { getButton } from '#tests/unit/support/render.tsx';
import { appScreenView, buildNotice } from '#tests/unit/support/view-fixtures.ts';

it('a notice announces an error at once, and anything else in the polite region [R15.1]', () => {
  const scroll = vi.spyOn(Element.prototype, 'scrollIntoView');
  const { rerender } = render(<Notice notice={buildNotice('error', 'No.')} />);
  const region = screen.getByRole('status');
  expect([screen.getByRole('alert').textContent, region.textContent]).toEqual(['No.', '']);
  for (const tone of ['success', 'info'] as const) {
    rerender(<Notice notice={buildNotice(tone, tone)} />);
    expect(region.textContent).toBe(tone);
    expect(screen.queryByRole('alert')).toBeNull();
  }
  // Each comes into view in a small window.
  expect(scroll).toHaveBeenCalledTimes(3);
});

it('a list whose permissions are unknown offers a reload as the remedy [R16.2]', async () => {
  const reload = vi.spyOn(window.location, 'reload').mockReturnValue();
  render(
    <ListPage
      title="Members"
      member={{ session: appScreenView.session, isSwitching: false, access: 'unknown' }}
      isPermitted={false}
      texts={{ denied: '', unknown: 'Unknown.' }}
    >
      {null}
    </ListPage>,
  );
  await userEvent.click(getButton('Reload'));
  expect(reload).toHaveBeenCalledOnce();
});

it('a notice shows the request id in collapsed details outside the alert, and copies it [R15.3]', async () => {
  const user = userEvent.setup();
  const notice = buildNotice('error', 'No.', { requestId: 'request-1' });
  // The details are loaded late.
  await act(async () => void render(<Notice notice={notice} />));
  expect(screen.getByRole('alert').textContent).toBe('No.');
  const details = (await screen.findByText('request-1')).closest('details');
  expect(details?.open).toBe(false);
  await user.click(screen.getByText('Details'));
  await user.click(getButton('Copy request ID'));
  expect(await navigator.clipboard.readText()).toBe('request-1');
});

it('tells of the close gesture of the browser, stays open without one, and closes a dialog while it is in the document, so that the focus returns [R1.11]', () => {
  const closed: boolean[] = [];
  vi.spyOn(HTMLDialogElement.prototype, 'close').mockImplementation(function (
    this: HTMLDialogElement,
  ) {
    closed.push(this.isConnected);
  });
  const onClose = vi.fn();
  const { rerender } = render(
    <Dialog title="Invite" onClose={onClose}>
      <p />
    </Dialog>,
  );
  const dialog = screen.getByRole<HTMLDialogElement>('dialog', { name: 'Invite' });
  const cancel = new Event('cancel', { cancelable: true });
  fireEvent(dialog, cancel);
  expect([onClose.mock.calls.length, cancel.defaultPrevented]).toEqual([1, true]);
  dialog.open = false;
  fireEvent(dialog, new Event('close'));
  expect(dialog.open).toBe(true);
  rerender(<p />);
  expect(closed).toEqual([true]);
});

it('tells the person which keys copy when the clipboard rejects', async () => {
  const user = userEvent.setup();
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('denied'));
  const codes = createRef<HTMLParagraphElement>();
  render(
    <>
      <p ref={codes}>x</p>
      <CopyButton text="x" label="Copy codes" source={codes} />
    </>,
  );
  const region = screen.getByRole('status');
  await user.click(getButton('Copy codes'));
  const sentence = await screen.findByText(
    'Your browser blocked copying. The text is selected: copy it from there.',
  );
  expect(region.contains(sentence)).toBe(true);
  expect(getSelection()?.toString()).toBe('x');
});

it('isolates each inserted value of a sentence [R1.13]', () => {
  const text = `{a} and {b}, not ${isolated('{a} $&')}.`;
  const { container } = render(<Sentence text={text} values={{ a: 'שלום', b: '{a}' }} />);
  expect(container.textContent).toBe('שלום and {a}, not {a} $&.');
  expect(container.querySelectorAll('bdi')).toHaveLength(3);
});

it.each([
  ['a button', (onClick: () => void) => <Button onClick={onClick}>Delete</Button>],
  [
    'the button of a row',
    (onClick: () => void) => <IconButton label="Delete" icon="M0 0" onClick={onClick} />,
  ],
])('%s takes a press by the keyboard, and one click of a double click [R1.12]', (_, build) => {
  const onClick = vi.fn();
  render(build(onClick));
  const button = screen.getByRole('button', { name: 'Delete' });
  for (const [detail, count] of [
    [0, 1],
    [1, 2],
    [2, 2],
  ]) {
    fireEvent.click(button, { detail });
    expect(onClick).toHaveBeenCalledTimes(count ?? 0);
  }
});
