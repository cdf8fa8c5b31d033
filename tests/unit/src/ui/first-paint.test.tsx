// @vitest-environment happy-dom
import { readFileSync } from 'node:fs';
import { render } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { Logo, PRODUCT_NAME } from '#src/ui/brand.tsx';
import { messages } from '#src/ui/messages.ts';

const source = readFileSync('index.html', 'utf8');
const firstPaint = new DOMParser()
  .parseFromString(source, 'text/html')
  .querySelector('.first-paint');

describe('the first paint in index.html [R1.9]', () => {
  it('has the same logo as the app', () => {
    const { container } = render(<Logo />);
    const logo = firstPaint?.querySelector('svg')?.innerHTML.replace(/\s+</g, '<').trim();
    expect(logo).toBe(container.querySelector('svg')?.innerHTML);
  });

  it('has the text of the loading overlay, and the product name without JavaScript', () => {
    expect(firstPaint?.querySelector('p')?.textContent).toBe(messages.loading.restoring);
    expect(firstPaint?.querySelector('noscript')?.textContent).toContain(PRODUCT_NAME);
  });

  it('is beside the root, which the build fills', () => {
    expect(firstPaint?.parentElement?.firstElementChild?.id).toBe('root');
    expect(firstPaint?.parentElement?.firstElementChild?.innerHTML).toBe('');
  });
});
