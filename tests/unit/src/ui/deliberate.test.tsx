// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { Deliberate } from '#src/ui/deliberate.tsx';

const animate = vi.fn();
Element.prototype.animate = animate;
afterEach(() => {
  cleanup();
  animate.mockReset();
});

it('takes no click after it appears, and after its window comes to the front [R22.8]', () => {
  const { unmount } = render(<Deliberate>A question</Deliberate>);
  expect(animate).toHaveBeenCalledWith({ pointerEvents: ['none', 'none'] }, 700);
  fireEvent.focus(window);
  expect(animate).toHaveBeenCalledTimes(2);
  fireEvent(document, new Event('visibilitychange'));
  expect(animate).toHaveBeenCalledTimes(3);
  unmount();
  fireEvent.focus(window);
  expect(animate).toHaveBeenCalledTimes(3);
});

it('takes no click of the keyboard or of assistive technology in that time either [R22.8]', () => {
  const onClick = vi.fn();
  animate.mockImplementation(() => ({ playState: 'running' }));
  const finishPause = () => {
    for (const { value } of animate.mock.results) value.playState = 'finished';
  };
  render(
    <Deliberate>
      <button type="button" onClick={onClick}>
        Continue
      </button>
    </Deliberate>,
  );
  const button = screen.getByRole('button');
  button.click();
  expect(onClick).not.toHaveBeenCalled();
  finishPause();
  button.click();
  expect(onClick).toHaveBeenCalledTimes(1);
  fireEvent.focus(window);
  button.click();
  expect(onClick).toHaveBeenCalledTimes(1);
});

it('has disabled buttons in that time, so that a person hears it [R22.8]', () => {
  const animations: { playState: string; onfinish?: () => void }[] = [];
  animate.mockImplementation(() => {
    const animation = { playState: 'running' };
    animations.push(animation);
    return animation;
  });
  render(
    <Deliberate>
      <button type="button">Continue</button>
    </Deliberate>,
  );
  const button = screen.getByRole('button');
  expect(button.getAttribute('aria-disabled')).toBe('true');
  fireEvent.focus(window);
  animations[0]?.onfinish?.();
  expect(button.getAttribute('aria-disabled')).toBe('true');
  animations[1]?.onfinish?.();
  expect(button.getAttribute('aria-disabled')).toBeNull();
});
