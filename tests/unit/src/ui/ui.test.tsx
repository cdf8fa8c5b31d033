// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { CookiesNeededPage } from '#src/ui/cookies-needed-page.tsx';
import { CopyButton } from '#src/ui/copy-button.tsx';
import { ErrorPage } from '#src/ui/error-page.tsx';
import { LoadingOverlay } from '#src/ui/loading-overlay.tsx';
import { Notice } from '#src/ui/notice.tsx';
import { Sentence } from '#src/ui/sentence.tsx';
import { getButton } from '#tests/unit/support/render.tsx';
import { noticeOf } from '#tests/unit/support/view-fixtures.ts';

const title = () => screen.getByRole('heading', { level: 1 }).textContent;

describe('the error page [R1.4, R1.5, R1.6]', () => {
  it.each([
    [{ kind: 'not_found' }, '404', 'The requested page could not be found.'],
    [{ kind: 'status', statusText: 'Gone' }, 'Error', 'Gone'],
    [{ kind: 'status', statusText: ' ' }, 'Error', 'An unexpected error occurred.'],
    [{ kind: 'unexpected' }, 'Oops!', 'An unexpected error occurred.'],
  ] as const)('%j', (props, heading, text) => {
    render(<ErrorPage {...props} />);
    expect(title()).toBe(heading);
    expect(screen.getByText(text)).toBeTruthy();
    expect(screen.getByRole('link').getAttribute('href')).toBe('/');
    expect(screen.queryByText('Request ID')).toBeNull();
  });

  it('has the id of the request to copy [R15.3]', async () => {
    const user = userEvent.setup();
    render(<ErrorPage kind="unexpected" requestId="request-1" />);
    await user.click(getButton('Copy request ID'));
    expect(await navigator.clipboard.readText()).toBe('request-1');
  });
});

describe('the loading overlay [R1.3]', () => {
  it.each([
    ['restoring', 'Loading…'],
    ['signing_in', 'Signing you in…'],
    ['signing_out', 'Signing you out…'],
  ] as const)('%s says %s', (doing, text) => {
    const { container } = render(<LoadingOverlay doing={doing} />);
    expect(screen.getByRole('status').textContent).toBe(text);
    expect(container.querySelector('svg')).toBeTruthy();
  });
});

describe('a notice', () => {
  it('is an alert when something went wrong', () => {
    render(<Notice notice={noticeOf('error', 'No.')} />);
    expect(screen.getByRole('alert').textContent).toBe('No.');
    expect(screen.getByRole('status').textContent).toBe('');
  });

  it.each(['success', 'info'] as const)('waits its turn when it is %s', (tone) => {
    const { rerender } = render(<Notice notice={null} />);
    const region = screen.getByRole('status');
    rerender(<Notice notice={noticeOf(tone, 'Yes.')} />);
    expect(screen.getByRole('status')).toBe(region);
    expect(region.textContent).toBe('Yes.');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('offers to reload where that helps', async () => {
    const reload = vi.spyOn(window.location, 'reload').mockReturnValue();
    render(<Notice notice={noticeOf('error', 'No.', { remedy: 'reload' })} />);
    await userEvent.click(getButton('Reload'));
    expect(reload).toHaveBeenCalledOnce();
  });

  it('has the id of the request to copy', async () => {
    const user = userEvent.setup();
    render(<Notice notice={noticeOf('error', 'No.', { requestId: 'request-1' })} />);
    expect(screen.getByText('request-1')).toBeTruthy();
    await user.click(getButton('Copy request ID'));
    expect(await navigator.clipboard.readText()).toBe('request-1');
  });

  it('can be dismissed only where that is wanted', async () => {
    const dismiss = vi.fn();
    const { rerender } = render(<Notice notice={noticeOf('info', 'Hm.')} />);
    expect(screen.queryByRole('button')).toBeNull();
    rerender(<Notice notice={noticeOf('info', 'Hm.')} onDismiss={dismiss} />);
    await userEvent.click(getButton('Dismiss'));
    expect(dismiss).toHaveBeenCalledOnce();
  });
});

describe('copying', () => {
  it('says what to do when the browser refuses', async () => {
    const user = userEvent.setup();
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('denied'));
    render(<CopyButton text="x" />);
    await user.click(getButton('Copy'));
    expect(await screen.findByRole('button', { name: 'Select and copy by hand' })).toBeTruthy();
  });
});

it('says what to do where cookies are denied [R1.7]', async () => {
  const reload = vi.spyOn(window.location, 'reload').mockReturnValue();
  render(<CookiesNeededPage />);
  expect(title()).toBe('Cookies are needed');
  await userEvent.click(getButton('Try again'));
  expect(reload).toHaveBeenCalledOnce();
});

it('isolates the words of others in a sentence [R1.13]', () => {
  const { container } = render(<Sentence text="{a} and {b}." values={{ a: 'שלום', b: '{a}' }} />);
  expect(container.textContent).toBe('שלום and {a}.');
  expect(container.querySelectorAll('bdi')).toHaveLength(2);
});
