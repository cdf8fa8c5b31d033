// @vitest-environment happy-dom
import { act, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createRef } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { PRODUCT_NAME } from '#src/brand/brand.ts';
import { Card } from '#src/ui/card.tsx';
import { CookiesNeededPage } from '#src/ui/cookies-needed-page.tsx';
import { CopyButton } from '#src/ui/copy-button.tsx';
import { LoadingOverlay } from '#src/ui/loading-overlay.tsx';
import { Notice } from '#src/ui/notice.tsx';
import { Sentence } from '#src/ui/sentence.tsx';
import { getButton } from '#tests/unit/support/render.tsx';
import { buildNotice } from '#tests/unit/support/view-fixtures.ts';

const headingText = () => screen.getByRole('heading', { level: 1 }).textContent;

it.each([
  ['Verify your email', `Verify your email - ${PRODUCT_NAME}`],
  [PRODUCT_NAME, `Sign in - ${PRODUCT_NAME}`],
])('a card with the title %j names the page and the product [R1.19]', (title, expected) => {
  render(<Card title={title}>{null}</Card>);
  expect(document.title).toBe(expected);
});

it.each([
  ['restoring', 'Loading...'],
  ['signing_in', 'Signing you in...'],
  ['signing_out', 'Signing you out...'],
] as const)('while %s the overlay shows "%s" [R1.3]', (doing, text) => {
  const { container } = render(<LoadingOverlay doing={doing} />);
  expect(screen.getByRole('status').textContent).toBe(text);
  expect(container.querySelector('svg')).toBeTruthy();
});

describe('Notice', () => {
  it('announces an error at once, and anything else in the polite region', () => {
    const { rerender } = render(<Notice notice={buildNotice('error', 'No.')} />);
    const region = screen.getByRole('status');
    expect([screen.getByRole('alert').textContent, region.textContent]).toEqual(['No.', '']);
    for (const tone of ['success', 'info'] as const) {
      rerender(<Notice notice={buildNotice(tone, tone)} />);
      expect(region.textContent).toBe(tone);
      expect(screen.queryByRole('alert')).toBeNull();
    }
  });

  it('offers a reload when that is the remedy', async () => {
    const reload = vi.spyOn(window.location, 'reload').mockReturnValue();
    render(<Notice notice={buildNotice('error', 'No.', { remedy: 'reload' })} />);
    await userEvent.click(getButton('Reload'));
    expect(reload).toHaveBeenCalledOnce();
  });

  it('shows the request id in collapsed details outside the alert, and copies it [R15.3]', async () => {
    const user = userEvent.setup();
    const notice = buildNotice('error', 'No.', { requestId: 'request-1' });
    // The details are loaded late.
    await act(async () => void render(<Notice notice={notice} />));
    expect(screen.getByRole('alert').textContent).toBe('No.');
    const details = (await screen.findByText('request-1')).closest('details');
    expect(details?.open).toBe(false);
    await user.click(screen.getByText('Details'));
    expect(details?.open).toBe(true);
    await user.click(getButton('Copy request ID'));
    expect(await navigator.clipboard.readText()).toBe('request-1');
  });

  it('shows the request id alone when its details cannot be loaded [R15.3]', async () => {
    vi.resetModules();
    vi.doMock('#src/ui/request-id.tsx', () => Promise.reject(new Error('missing')));
    const { Notice: OfflineNotice } = await import('#src/ui/notice.tsx');
    const notice = buildNotice('error', 'No.', { requestId: 'request-1' });
    await act(async () => void render(<OfflineNotice notice={notice} />));
    expect(await screen.findByText('request-1')).toBeTruthy();
    vi.doUnmock('#src/ui/request-id.tsx');
  });

  it('has a dismiss button only with onDismiss', async () => {
    const dismiss = vi.fn();
    const { rerender } = render(<Notice notice={buildNotice('info', 'Hm.')} />);
    expect(screen.queryByRole('button')).toBeNull();
    rerender(<Notice notice={buildNotice('info', 'Hm.')} onDismiss={dismiss} />);
    await userEvent.click(getButton('Dismiss'));
    expect(dismiss).toHaveBeenCalledOnce();
  });
});

it('tells the person to copy by hand when the clipboard rejects', async () => {
  const user = userEvent.setup();
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('denied'));
  const codes = createRef<HTMLParagraphElement>();
  render(
    <>
      <p ref={codes}>x</p>
      <CopyButton text="x" label="Copy codes" source={codes} />
    </>,
  );
  const [region] = screen.getAllByRole('status');
  await user.click(getButton('Copy codes'));
  const sentence = await screen.findByText(
    'Your browser did not allow it. The text is selected: copy it by hand.',
  );
  expect(region?.contains(sentence)).toBe(true);
  expect(getButton('Copy codes').textContent).toBe('Copy');
  expect(getSelection()?.toString()).toBe('x');
});

it('explains that cookies are needed and offers a reload [R1.7]', async () => {
  const reload = vi.spyOn(window.location, 'reload').mockReturnValue();
  render(<CookiesNeededPage />);
  expect(headingText()).toBe('Cookies are needed');
  await userEvent.click(getButton('Try again'));
  expect(reload).toHaveBeenCalledOnce();
});

it('isolates each inserted value of a sentence [R1.13]', () => {
  const { container } = render(<Sentence text="{a} and {b}." values={{ a: 'שלום', b: '{a}' }} />);
  expect(container.textContent).toBe('שלום and {a}.');
  expect(container.querySelectorAll('bdi')).toHaveLength(2);
});
