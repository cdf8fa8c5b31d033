// @vitest-environment happy-dom
import { act, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { lazyComponent } from '#src/ui/hooks/lazy-component.ts';
import { deferred } from '#tests/unit/support/deferred.ts';

const Loaded = () => <p>loaded</p>;

it('shows its component when the code has arrived, with nothing in the console, and keeps what it shows', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const code = deferred<typeof Loaded>();
  const Lazy = lazyComponent(() => code.promise, <p>loading</p>);
  const { rerender } = await act(async () => render(<Lazy />));
  expect(screen.getByText('loading')).toBeTruthy();
  await act(async () => code.resolve(Loaded));
  const shown = screen.getByText('loaded');
  rerender(<Lazy />);
  expect(screen.getByText('loaded')).toBe(shown);
  expect(log.mock.calls).toEqual([]);
});

it('asks again for code that could not be loaded', async () => {
  const load = vi.fn(async () => Loaded).mockRejectedValueOnce(new TypeError('no network'));
  const { preload } = lazyComponent(load, null);
  await expect(preload()).rejects.toThrow('no network');
  await preload();
  expect(load).toHaveBeenCalledTimes(2);
});
