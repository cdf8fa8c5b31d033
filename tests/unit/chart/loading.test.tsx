// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { CHART_PAGE, ChartLoading } from '#chart/page/chart-loading.tsx';

afterEach(() => {
  cleanup();
  document.body.replaceChildren();
});

describe('what stands for the chart while its code comes', () => {
  it('says so, in the main part of the page', () => {
    render(<ChartLoading />);
    const said = screen.getByRole('status');
    expect(said.textContent).toBe('Loading the statechart…');
    expect(screen.getByRole('main').contains(said)).toBe(true);
  });

  it('is nothing where the chart was drawn before its route', () => {
    const drawn = document.createElement('div');
    drawn.setAttribute(CHART_PAGE, '');
    document.body.append(drawn);
    const { container } = render(<ChartLoading />);
    expect(container.textContent).toBe('');
  });
});
