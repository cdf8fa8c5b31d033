// @vitest-environment happy-dom
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { messages } from '#src/ui/messages.ts';

const source = readFileSync('index.html', 'utf8');
const firstPaint = new DOMParser()
  .parseFromString(source, 'text/html')
  .querySelector('.first-paint');

describe('the first paint in index.html [R1.9]', () => {
  it('has the text of the loading overlay', () => {
    expect(firstPaint?.querySelector('p')?.textContent).toBe(messages.loading.restoring);
  });

  it('is beside the root, which the build fills', () => {
    expect(firstPaint?.parentElement?.firstElementChild?.id).toBe('root');
    expect(firstPaint?.parentElement?.firstElementChild?.innerHTML).toBe('');
  });
});
