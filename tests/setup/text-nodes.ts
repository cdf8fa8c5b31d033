import { afterEach, expect } from 'vitest';
import { domWindow } from './dom-window.ts';

/**
 * A browser that translates a page replaces its text nodes, and React then updates or removes nodes that are gone. An
 * element whose only child is a text has no such node: React sets the text of the element. So no component may give React
 * a text node of its own: a text beside an element, or one that comes and goes, stands in an element of its own (R1.27). What is marked
 * `translate="no"` is not translated.
 */
let found: string[] = [];

function watchInsertions(prototype: Node): void {
  const { appendChild, insertBefore } = prototype;
  prototype.appendChild = function append<Child extends Node>(this: Node, child: Child): Child {
    record(child);
    appendChild.call(this, child);
    return child;
  };
  prototype.insertBefore = function insert<Child extends Node>(
    this: Node,
    child: Child,
    next: Node | null,
  ): Child {
    record(child);
    insertBefore.call(this, child, next);
    return child;
  };
}

function record(node: Node): void {
  const isReactText =
    node.nodeType === 3 && Object.keys(node).some((key) => key.startsWith('__reactFiber$'));
  if (!isReactText) return;
  // React inserts the parts of a tree before the tree itself.
  queueMicrotask(() => {
    if (!node.parentElement?.closest('[translate=no]')) found.push(node.textContent ?? '');
  });
}

const window = domWindow();
if (window !== null) watchInsertions(window.Node.prototype);

afterEach(() => {
  const texts = [...new Set(found)];
  found = [];
  expect(texts, 'texts beside others in their element: put each into a <span> (R1.27)').toEqual([]);
});
