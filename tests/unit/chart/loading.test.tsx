// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { CHART_PAGE, ChartLoading } from '#chart/page/chart-loading.tsx';

afterEach(() => {
  cleanup();
  document.body.replaceChildren();
});

describe('ChartLoading', () => {
  it('shows a status in the main landmark', () => {
    render(<ChartLoading />);
    const status = screen.getByRole('status');
    expect(status.textContent).toBe('Loading the statechart…');
    expect(screen.getByRole('main').contains(status)).toBe(true);
  });

  it('renders nothing when the chart was rendered before its route', () => {
    const element = document.createElement('div');
    element.setAttribute(CHART_PAGE, '');
    document.body.append(element);
    const { container } = render(<ChartLoading />);
    expect(container.textContent).toBe('');
  });
});
