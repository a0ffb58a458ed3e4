import { afterEach, expect, test, vi } from 'vitest';
import { tolerateTranslators } from '../../src/ports/translators.ts';

afterEach(() => vi.unstubAllGlobals());

/** The parts of a node that a translator and React use. */
class FakeNode {
  static readonly TEXT_NODE = 3;
  readonly nodeType: number;
  parentNode: FakeNode | null = null;
  readonly isConnected = false;
  readonly removed: FakeNode[] = [];
  readonly nodeName: string;
  readonly replaceWith = vi.fn();
  constructor(nodeName: string) {
    this.nodeName = nodeName;
    this.nodeType = nodeName === '#text' ? FakeNode.TEXT_NODE : 1;
  }
  removeChild(child: FakeNode): FakeNode {
    this.removed.push(child);
    return child;
  }
  insertBefore(node: FakeNode): FakeNode {
    return node;
  }
}

/** A page that observes the changes by a translator and by React. */
function translatedPage() {
  const tell: ((changes: object[]) => void)[] = [];
  class Observer {
    constructor(report: (changes: object[]) => void) {
      tell.push(report);
    }
    observe(): void {}
  }
  vi.stubGlobal('Node', class extends FakeNode {});
  vi.stubGlobal('MutationObserver', Observer);
  vi.stubGlobal('document', { body: {} });
  tolerateTranslators();
  const [written, changed] = tell;
  const parent = new (globalThis.Node as unknown as typeof FakeNode)('P');
  const font = new FakeNode('FONT');
  font.parentNode = parent;
  /** Replaces a node by a `font` element, as a translator does. */
  const replace = (node: FakeNode, by = font) =>
    changed?.([
      { addedNodes: [by], removedNodes: [node], previousSibling: null, nextSibling: null },
    ]);
  return { parent, font, replace, write: (target: FakeNode) => written?.([{ target }]) };
}

test('a text that a translator replaced is restored when React writes it, and removed when React removes it', () => {
  const { parent, font, replace, write } = translatedPage();
  const text = new FakeNode('#text');
  replace(text);
  write(text);
  expect(font.replaceWith.mock.calls).toEqual([[text]]);
  expect(parent.removeChild(text)).toBe(text);
  expect(parent.removed).toEqual([font]);
});

test.each([
  ['an element', 'SPAN', 'FONT'],
  ['a text that no translator has replaced', '#text', 'SPAN'],
])('React writes and removes %s as without a translator', (_, gone, put) => {
  const { parent, replace, write } = translatedPage();
  const node = new FakeNode(gone);
  const by = new FakeNode(put);
  by.parentNode = parent;
  replace(node, by);
  write(node);
  expect(by.replaceWith).not.toHaveBeenCalled();
  parent.removeChild(node);
  expect(parent.removed).toEqual([node]);
});
