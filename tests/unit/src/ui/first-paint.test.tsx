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

describe('what the document shows before any script', () => {
  it('has the logo of the product', () => {
    const { container } = render(<Logo />);
    const drawn = firstPaint?.querySelector('svg')?.innerHTML.replace(/\s+</g, '<').trim();
    expect(drawn).toBe(container.querySelector('svg')?.innerHTML);
  });

  it('says what the overlay says, and the name of the product', () => {
    expect(firstPaint?.querySelector('p')?.textContent).toBe(messages.loading.restoring);
    expect(firstPaint?.querySelector('noscript')?.textContent).toContain(PRODUCT_NAME);
  });

  it('stands beside the root, which is empty until there is something to draw', () => {
    expect(firstPaint?.previousElementSibling?.id).toBe('root');
    expect(firstPaint?.previousElementSibling?.innerHTML).toBe('');
  });
});
