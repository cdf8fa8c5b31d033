// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createMachine } from 'xstate';
import { ExportsMenu } from '#chart/page/exports/exports-menu.tsx';
import { machineGraph } from '#statechart/explore/machine-graph.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

it('keeps the address of an export until the browser has fetched it', async () => {
  const create = vi.spyOn(URL, 'createObjectURL');
  const revoke = vi.spyOn(URL, 'revokeObjectURL');
  const graph = machineGraph(createMachine({ id: 'test' }));
  render(<ExportsMenu graph={graph} />);
  fireEvent.click(screen.getByRole('button', { name: /Mermaid/ }));
  // Its code is loaded now.
  await vi.waitFor(() => expect(create).toHaveBeenCalled());
  expect(revoke).not.toHaveBeenCalled();
  vi.runAllTimers();
  expect(revoke).toHaveBeenCalledTimes(1);
});

it('closes with Escape, and when the focus moves on', () => {
  const graph = machineGraph(createMachine({ id: 'test' }));
  render(
    <>
      <ExportsMenu graph={graph} />
      <button type="button">next</button>
    </>,
  );
  const menu = screen.getByRole<HTMLDetailsElement>('group');
  const button = screen.getByRole('button', { name: /Mermaid/ });
  menu.open = true;
  fireEvent.keyDown(button, { key: 'Escape' });
  expect(menu.open).toBe(false);
  menu.open = true;
  fireEvent.blur(button, { relatedTarget: screen.getByRole('button', { name: /SVG/ }) });
  expect(menu.open).toBe(true);
  fireEvent.blur(button, { relatedTarget: screen.getByRole('button', { name: 'next' }) });
  expect(menu.open).toBe(false);
});
