/** What a translator has put in the place of a text, by that text. */
const standIns = new WeakMap<Node, Element>();

const standInIn = (parent: Node, node: Node | null) => {
  const standIn = node && node.parentNode !== parent ? standIns.get(node) : undefined;
  return standIn?.parentNode === parent ? standIn : undefined;
};

/** A `font` element is a translator's: the app draws none. */
const isFont = (node: Node | null | undefined): node is Element => node?.nodeName === 'FONT';

/**
 * Lets the page live on while the browser translates it. Translators take text nodes out and put
 * `font` elements there. React goes on writing into the nodes that it has made, which nobody sees any
 * more, and throws where it takes them out itself. So a text that is written anew comes back to its
 * place, to be translated again, and what is done to a text that is gone is done to its stand-in.
 */
export function outliveTranslators(): void {
  // the simulated phone of the tests runs the app without a document
  if (typeof MutationObserver === 'undefined') return;
  const writing = new MutationObserver((changes) => {
    for (const { target } of changes) standIns.get(target)?.replaceWith(target);
  });
  new MutationObserver((changes) => {
    for (const { addedNodes, removedNodes, previousSibling, nextSibling } of changes) {
      const standIn = [...addedNodes, previousSibling, nextSibling].find(isFont);
      for (const text of removedNodes) {
        if (!standIn || text.nodeType !== Node.TEXT_NODE || text.isConnected) continue;
        standIns.set(text, standIn);
        writing.observe(text, { characterData: true });
      }
    }
  }).observe(document.body, { childList: true, subtree: true });
  const { removeChild, insertBefore } = Node.prototype;
  Node.prototype.removeChild = function <Child extends Node>(child: Child) {
    removeChild.call(this, standInIn(this, child) ?? child);
    return child;
  };
  Node.prototype.insertBefore = function <New extends Node>(node: New, next: Node | null) {
    insertBefore.call(this, node, standInIn(this, next) ?? next);
    return node;
  };
}
